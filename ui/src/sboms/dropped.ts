import { signal } from '@preact/signals';
import { mayChange, navigateTo } from '../session.js';
import { filesIn, type Files } from './files-in.js';

/** Files are held over the page. */
export const isOver = signal(false);

/** Files that nobody has taken yet. */
export const dropped = signal<Files | null>(null);

/** Import areas in the page: without one, a drop opens the page that has it. */
let areas = 0;

/** @returns the function that takes it away again */
export function addArea(): () => void {
  areas += 1;
  return () => void (areas -= 1);
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  mayChange.value && (dataTransfer?.types.includes('Files') ?? false);

/** Takes files that are dropped anywhere: a browser would leave for the file. @returns the function that stops it */
export function followDrops(): () => void {
  const over = (event: DragEvent): void => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    isOver.value = true;
  };
  const leave = (event: DragEvent): void => {
    if (event.relatedTarget === null) isOver.value = false;
  };
  const drop = (event: DragEvent): void => {
    isOver.value = false;
    if (!hasFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    void filesIn(event.dataTransfer).then((files) => {
      dropped.value = files;
      if (areas === 0) navigateTo('/sboms');
    });
  };
  window.addEventListener('dragover', over);
  window.addEventListener('dragleave', leave);
  window.addEventListener('drop', drop);
  return () => {
    window.removeEventListener('dragover', over);
    window.removeEventListener('dragleave', leave);
    window.removeEventListener('drop', drop);
  };
}
