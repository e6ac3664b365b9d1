import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { PartKind } from '../../model/document.js';
import { formats } from '../../formats/index.js';
import { receiveFrom, sendOver } from '../../platform/process/port-stream.js';
import { answerQuestions } from '../../platform/process/thread.js';
import { unpacked, type PackedBill } from './packed-bill.js';
import type { BillRequest, DocumentAnswer, DocumentQuestion } from './serializers.js';

/** The bill that the other thread reads, batch by batch. */
function remoteBill({ header, subject }: DocumentQuestion, requests: MessagePort): PackedBill {
  const read = (list: BillRequest['list'], kinds: readonly PartKind[] = []): AsyncIterable<string> => {
    const { port1, port2 } = new MessageChannel();
    requests.postMessage({ list, kinds, port: port2 } satisfies BillRequest, [port2]);
    return receiveFrom<string>(port1);
  };
  return {
    ...{ header, subject },
    components: () => read('components'),
    dependencies: () => read('dependencies'),
    parts: (...kinds) => read('parts', kinds),
  };
}

answerQuestions(async (text, [requests, document]) => {
  const question = JSON.parse(text) as DocumentQuestion;
  const format = formats.find(({ id }) => id === question.formatId)!;
  const losses = new Map<string, number>();
  const onLoss = (what: string): void => void losses.set(what, (losses.get(what) ?? 0) + 1);
  const bom = unpacked(remoteBill(question, requests!));
  await sendOver(document!, format.serialize!(bom, { ...question.options, onLoss }));
  return JSON.stringify({ losses: [...losses] } satisfies DocumentAnswer);
});
