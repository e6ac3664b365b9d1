import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { get, type Data } from '../api.js';
import { FileText, shortText } from '../parts/file-text.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { Mark } from '../parts/marks.js';
import { More, pageSize } from '../parts/more.js';
import { organization } from '../session.js';
import { moveInTree, takeFocus } from './tree-keys.js';

type Node = Data<'GET v1/project/getDependencies'>[number];

/** Dependencies as the file declares them; each level is loaded when it is opened. */
export function DependencyTree({ sbomId, stamp }: { sbomId: string; stamp: string }): JSX.Element {
  return (
    <div class="card card-body stack">
      <Level sbomId={sbomId} stamp={stamp} node={null} />
    </div>
  );
}

interface Of {
  readonly sbomId: string;
  /** Another one when the SBOM has changed. */
  readonly stamp: string;
}

function Level({ sbomId, stamp, node }: Of & { node: Node | null }): JSX.Element {
  const [limit, setLimit] = useState(pageSize);
  const loaded = useLoaded(
    () => get('v1/project/getDependencies', { id: sbomId, ref: node?.ref, limit }),
    [sbomId, node?.ref],
    [limit, stamp],
  );
  return (
    <Part of={loaded}>
      {({ data, meta }) => (
        <>
          {node === null && <Outside count={Number((meta as { outside?: number }).outside ?? 0)} />}
          {data.length === 0 && node === null && <p class="soft">{texts.dependencies.none}</p>}
          {data.length > 0 && (
            <ul
              class="tree"
              {...(node
                ? { role: 'group' as const, 'aria-label': texts.dependencies.of(shortText(node.name)) }
                : {
                    role: 'tree' as const,
                    'aria-label': texts.dependencies.title,
                    onKeyDown: moveInTree,
                    onFocusIn: takeFocus,
                  })}
            >
              {data.map((child, index) => (
                <Branch key={child.ref} {...{ sbomId, stamp }} node={child} isFirst={node === null && index === 0} />
              ))}
            </ul>
          )}
          <More shown={data.length} total={meta.total_count} limit={limit} onMore={setLimit} />
        </>
      )}
    </Part>
  );
}

const Outside = ({ count }: { count: number }): JSX.Element | null =>
  count > 0 ? <Mark kind="not_examined">{texts.dependencies.outside(count)}</Mark> : null;

function Branch({ sbomId, stamp, node, isFirst }: Of & { node: Node; isFirst: boolean }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const label = `${node.name} ${node.version}`.trim();
  return (
    <li role="treeitem" tabIndex={isFirst ? 0 : -1} {...(node.dependencies > 0 && { 'aria-expanded': isOpen })}>
      <div class="row">
        {node.dependencies > 0 ? (
          <button
            type="button"
            class="b s bare"
            data-toggle
            tabIndex={-1}
            aria-label={texts.dependencies.open(shortText(label))}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? '▾' : '▸'}
          </button>
        ) : (
          <span class="leaf" />
        )}
        {node.id ? (
          <a class="break" tabIndex={-1} href={`/o/${organization.value!.id}/sboms/${sbomId}?entry=${node.id}`}>
            <FileText text={label} cut={120} />
          </a>
        ) : (
          <span class="break">
            <FileText text={label} cut={120} /> <span class="small quiet">{texts.dependencies.missing}</span>
          </span>
        )}
        {node.dependencies > 0 && <span class="small quiet">{texts.counts.components(node.dependencies)}</span>}
        {!node.is_declared && <span class="small quiet">{texts.dependencies.undeclared}</span>}
        {node.kind && node.kind !== 'depends-on' && <span class="small quiet">{shortText(node.kind)}</span>}
      </div>
      {isOpen && <Level {...{ sbomId, stamp, node }} />}
    </li>
  );
}
