import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { ApiError, download, post, type Data } from '../api.js';
import { shortText } from '../parts/file-text.js';
import { announce, Problem } from '../parts/loaded.js';
import { mayChange } from '../session.js';

type Imported = Data<'POST v1/vulnerability/importStatements'>;

const words = texts.vulnerabilities.vex;

/** Statements on the components of an SBOM as documents: out, and in. */
export function VexActions({ sbomId, onChanged }: { sbomId: string; onChanged: () => void }): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<Error | null>(null);
  const [imported, setImported] = useState<Imported | null>(null);
  const run = (work: Promise<unknown>): void => {
    setProblem(null);
    setImported(null);
    work.catch(setProblem);
  };
  const take = async (file: File): Promise<void> => {
    const { data } = await post('v1/vulnerability/importStatements', {
      sbom_id: sbomId,
      document: await readJson(file),
    });
    setImported(data);
    announce(words.imported(data.statement_count, data.component_count));
    onChanged();
  };
  return (
    <>
      <div class="row wrap">
        <button type="button" class="b s" popovertarget="vex">
          {words.export}
        </button>
        <div id="vex" popover="auto" class="menu">
          {Object.entries(words.formats).map(([format, label]) => (
            <button
              key={format}
              type="button"
              class="b bare"
              popovertarget="vex"
              popovertargetaction="hide"
              onClick={() =>
                run(download('v1/vulnerability/exportStatements', { sbom_id: sbomId, format, download: true }))
              }
            >
              {label}
            </button>
          ))}
        </div>
        {mayChange.value && (
          <>
            <input
              ref={input}
              type="file"
              hidden
              aria-label={words.import}
              onChange={(event) => {
                const [file] = event.currentTarget.files ?? [];
                if (file) run(take(file));
                event.currentTarget.value = '';
              }}
            />
            <button type="button" class="b s" onClick={() => input.current?.click()}>
              {words.import}
            </button>
          </>
        )}
      </div>
      {problem && <Problem error={problem} />}
      {imported && <Taken of={imported} />}
    </>
  );
}

async function readJson(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new ApiError(400, words.noJson(shortText(file.name)));
  }
}

/** What was taken over, and what was not, with the reason. */
function Taken({ of }: { of: Imported }): JSX.Element {
  return (
    <div class="note info" role="status">
      <div>
        <strong>{words.imported(of.statement_count, of.component_count)}</strong>
        {of.unmatched_count > 0 && <p>{words.unmatched(of.unmatched_count)}</p>}
        <ul class="small">
          {of.unmatched.slice(0, 20).map(({ vulnerability, products, reason }, index) => (
            <li key={index} class="break">
              {shortText(`${vulnerability}, ${products.join(', ')}: ${reason}`, 300)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
