import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { PartKind } from '../../model/document.js';
import { formats } from '../../formats/index.js';
import { LossLog } from '../../formats/losses.js';
import { receiveFromPort, sendToPort } from '../../platform/process/port-stream.js';
import { serveTasks } from '../../platform/process/worker-thread.js';
import { deserialized, type SerializedSbom } from './serialized-sbom.js';
import type { ListRequest, DocumentResult, DocumentRequest } from './document-writer.js';

/** Reads the SBOM from the requesting thread, batch by batch. */
function remoteSbom({ header, subject }: DocumentRequest, requests: MessagePort): SerializedSbom {
  const read = (list: ListRequest['list'], kinds: readonly PartKind[] = []): AsyncIterable<string> => {
    const { port1, port2 } = new MessageChannel();
    requests.postMessage({ list, kinds, port: port2 } satisfies ListRequest, [port2]);
    return receiveFromPort<string>(port1);
  };
  return {
    header,
    subject,
    components: () => read('components'),
    dependencies: () => read('dependencies'),
    parts: (...kinds) => read('parts', kinds),
  };
}

serveTasks(async (text, [requests, document]) => {
  const request = JSON.parse(text) as DocumentRequest;
  const format = formats.find(({ id }) => id === request.formatId)!;
  const losses = new LossLog();
  const { onLoss, onElement } = losses;
  const bom = deserialized(remoteSbom(request, requests!));
  await sendToPort(document!, format.serialize!(bom, { ...request.options, onLoss, onElement }));
  return JSON.stringify({ losses: losses.list } satisfies DocumentResult);
});
