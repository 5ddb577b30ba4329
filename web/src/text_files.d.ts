// Files that Vite hands over as text.

declare module '*.css?inline' {
  const text: string;
  export default text;
}

declare module '*?raw' {
  const text: string;
  export default text;
}
