type TextFile = { file: string; text: string }

/** What must not appear, and the standard term. */
export type Ban = { find: RegExp; use: string }

/**
 * Files that may contain banned words: the changelog, released migrations and the list of their names, and
 * this check.
 */
const EXEMPT = [
  /^CHANGELOG\.md$/,
  /^apps\/server\/src\/database\/migrations(?:\/|\.ts$)/,
  /^scripts\/check\/(?:wording|banned-words)/,
]

const CODE = /\.(?:ts|tsx|mjs)$/
const DECLARED = /\b(?:function|const|let|class|type|interface)\s+(?<name>[A-Za-z_$][\w$]*)/g

/**
 * Returns one message per banned file name, declared name or phrase.
 * @param bans `names` for file names and declared names in code, each matched against the whole name;
 *   `phrases` for any text, code included
 */
export function wordingViolations(
  files: readonly TextFile[],
  { names, phrases }: { names: readonly Ban[]; phrases: readonly Ban[] },
) {
  return files
    .filter(({ file }) => EXEMPT.every((exempt) => !exempt.test(file)))
    .flatMap(({ file, text }) => [
      ...nameViolations(file, text, names),
      ...phrases.flatMap((ban) => phraseViolations(file, text, ban)),
    ])
}

function nameViolations(file: string, text: string, names: readonly Ban[]) {
  if (!CODE.test(file)) return []
  const baseName = (file.split('/').at(-1) ?? '').replace(/\..*$/, '')
  const declared = [...text.matchAll(DECLARED)].map((match) => ({
    name: match.groups?.['name'] ?? '',
    line: lineAt(text, match.index),
  }))
  return [{ name: baseName, line: 1 }, ...declared].flatMap(({ name, line }) =>
    names
      .filter(({ find }) => find.test(name))
      .map(({ use }) => `${file}:${line}: the name "${name}": use ${use}.`),
  )
}

function phraseViolations(file: string, text: string, { find, use }: Ban) {
  const all = new RegExp(find.source, find.flags.includes('g') ? find.flags : `${find.flags}g`)
  return [...text.matchAll(all)].map(
    (match) => `${file}:${lineAt(text, match.index)}: "${match[0]}": use ${use}.`,
  )
}

function lineAt(text: string, index: number) {
  return text.slice(0, index).split('\n').length
}
