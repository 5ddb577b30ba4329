export default {
  title: 'Documentation',
  head: [['script', { type: 'module', src: '/highwater/highwater-playground.js' }]],
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'highwater-playground' } } },
};
