// Questions, before and after they are answered.

import type { Question } from '../engine/engine';
import type { Because } from '../engine/view';
import { clock, nodeName } from './quantity';

/** The question itself, as far as its answer shows how it has to be put. */
export function whyTitle(question: Question, first: Because | null): string {
  switch (question.kind) {
    case 'record':
      if (first?.kind === 'record-committed') return `Why is offset ${question.offset} committed?`;
      if (first?.kind === 'record-not-there' || first?.kind === 'record-deleted')
        return `Where is offset ${question.offset}?`;
      return first?.kind === 'record-undecided'
        ? `Is offset ${question.offset} committed?`
        : `Why is offset ${question.offset} not committed?`;
    case 'readable':
      return first?.kind === 'consumer-has-read'
        ? `Has ${question.consumer} read offset ${question.offset}?`
        : `May ${question.consumer} read offset ${question.offset}?`;
    case 'acknowledgement':
      return first?.kind === 'not-told-yet' ? 'Why has the producer heard nothing yet?' : 'What was the producer told?';
    case 'loss':
      return first?.kind === 'stored-by' ? 'What became of this record?' : 'Where is this record?';
    case 'high-watermark': {
      const value = first !== null && 'highWatermark' in first ? ` ${first.highWatermark}` : '';
      if (first?.kind === 'no-leader') return 'Why does nobody lead?';
      if (value === '') return questionTitle(question, false);
      return question.broker === undefined
        ? `Why is the high watermark${value}?`
        : `Why is broker ${question.broker}'s high watermark${value}?`;
    }
    case 'leadership':
      if (first?.kind === 'no-leader') return 'Why does nobody lead?';
      return first?.kind === 'leads' ? `Why does broker ${first.broker} lead?` : 'Who leads, and why?';
    case 'membership':
      switch (first?.kind) {
        case 'in-isr':
        case 'leader-is-in-isr':
          return `Why is broker ${question.broker} in the ISR?`;
        case 'joining':
          return `Why is broker ${question.broker} not in the ISR yet?`;
        case 'leaving':
          return `Why is broker ${question.broker} about to leave the ISR?`;
        default:
          return `Why is broker ${question.broker} not in the ISR?`;
      }
    case 'session':
      if (first?.kind === 'broker-is-fenced') return `Why is broker ${question.broker} fenced?`;
      return first?.kind === 'broker-is-unfenced'
        ? `Why is broker ${question.broker} not fenced?`
        : questionTitle(question, false);
    case 'metadata':
      return first?.kind === 'metadata-behind'
        ? `Why is broker ${question.broker} behind in the metadata?`
        : questionTitle(question, false);
    default:
      return questionTitle(question, false);
  }
}

/** A question that has not been answered yet. */
export function questionTitle(question: Question, withPartition: boolean): string {
  const of = (partition: string) => (withPartition ? ` of ${partition}` : '');
  switch (question.kind) {
    case 'record':
      return `Is offset ${question.offset} committed, and why?`;
    case 'readable':
      return `May ${question.consumer} read offset ${question.offset}, and why?`;
    case 'acknowledgement':
      return 'What was its producer told, and why?';
    case 'loss':
      return 'Is it lost, or where does it lie?';
    case 'high-watermark':
      return question.broker === undefined
        ? `Why is the high watermark${of(question.partition)} where it is?`
        : `Why is broker ${question.broker}'s high watermark${of(question.partition)} where it is?`;
    case 'leadership':
      return `Who leads${withPartition ? ` ${question.partition}` : ''}, and why not another?`;
    case 'membership':
      return `Is broker ${question.broker} in the ISR${of(question.partition)}, and why?`;
    case 'parked':
      return 'Why does this request wait?';
    case 'message':
      return 'Where is this message, and what keeps it?';
    case 'producer':
    case 'consumer':
      return `What does ${question.node} wait for?`;
    case 'session':
      return `Is broker ${question.broker} fenced, and why?`;
    case 'metadata':
      return `Is broker ${question.broker} behind in the metadata, and why?`;
    case 'refusal':
      return 'Why was this refused?';
    case 'last-refusal':
      return `Why was the last request of ${nodeName(question.node)} refused?`;
  }
}

export const whyWords = {
  /** Over an answer that is about another moment. */
  asOf: (time: number) => `as it was at ${clock(time)}`,
  root: 'What it comes down to',
  stepsBetween: (count: number) => `${count} steps between`,
  branchesMore: (count: number) => `${count} more`,
  severalHold: 'All of these at once:',
};
