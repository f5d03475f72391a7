import { isCode, type TextFile } from './text-files.ts'

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
  // Almost no file contains any phrase, so one search for all of them is enough.
  const anyPhrase = Object.entries(Object.groupBy(phrases, ({ find }) => find.flags)).map(
    ([flags, bans = []]) => new RegExp(bans.map(({ find }) => `(?:${find.source})`).join('|'), flags),
  )
  const knownNames = new Map<string, readonly Ban[]>()
  const bansOf = (name: string) => {
    const bans = knownNames.get(name) ?? names.filter(({ find }) => find.test(name))
    knownNames.set(name, bans)
    return bans
  }
  return files
    .filter(({ file }) => EXEMPT.every((exempt) => !exempt.test(file)))
    .flatMap((each) => [
      ...(isCode(each) ? nameViolations(each, bansOf) : []),
      ...(anyPhrase.some((phrase) => phrase.test(each.text))
        ? phrases.flatMap((ban) => phraseViolations(each, ban))
        : []),
    ])
}

function nameViolations({ file, text }: TextFile, bansOf: (name: string) => readonly Ban[]) {
  const baseName = (file.split('/').at(-1) ?? '').replace(/\..*$/, '')
  const declared = [...text.matchAll(DECLARED)].map(({ groups, index }) => ({
    name: groups?.['name'] ?? '',
    index,
  }))
  return [{ name: baseName, index: 0 }, ...declared].flatMap(({ name, index }) =>
    bansOf(name).map(({ use }) => `${file}:${lineAt(text, index)}: the name "${name}": use ${use}.`),
  )
}

function phraseViolations({ file, text }: TextFile, { find, use }: Ban) {
  return [...text.matchAll(new RegExp(find.source, `${find.flags}g`))].map(
    (match) => `${file}:${lineAt(text, match.index)}: "${match[0]}": use ${use}.`,
  )
}

function lineAt(text: string, index: number) {
  return text.slice(0, index).split('\n').length
}
