// A board of which as little as possible is read: for who only wants to be at a position, or adds what it asks for.

import type { Seen } from './engine';

export const nothingSeen: Seen = {
  records: 0,
  whole: 0,
  first: 0,
  count: 0,
  open: [],
  unfolded: [],
  find: '',
  troubled: false,
  idle: false,
  fields: 0,
  message: null,
};
