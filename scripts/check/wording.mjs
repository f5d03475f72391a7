import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {{ file: string, text: string }} TextFile
 * @typedef {{ find: RegExp, use: string }} Ban what must not appear, and the standard term
 */

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
 * @param {readonly TextFile[]} files
 * @param {{ names: readonly Ban[], phrases: readonly Ban[] }} bans `names` for file names and declared names
 * in code, each matched against the whole name; `phrases` for any text, code included
 */
export function wordingViolations(files, { names, phrases }) {
  return files
    .filter(({ file }) => EXEMPT.every((exempt) => !exempt.test(file)))
    .flatMap(({ file, text }) => [
      ...nameViolations(file, text, names),
      ...phrases.flatMap((ban) => phraseViolations(file, text, ban)),
    ])
}

/**
 * @param {string} file
 * @param {string} text
 * @param {readonly Ban[]} names
 */
function nameViolations(file, text, names) {
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

/**
 * @param {string} file
 * @param {string} text
 * @param {Ban} ban
 */
function phraseViolations(file, text, { find, use }) {
  const all = new RegExp(find.source, find.flags.includes('g') ? find.flags : `${find.flags}g`)
  return [...text.matchAll(all)].map(
    (match) => `${file}:${lineAt(text, match.index)}: "${match[0]}": use ${use}.`,
  )
}

/**
 * @param {string} text
 * @param {number} index
 */
function lineAt(text, index) {
  return text.slice(0, index).split('\n').length
}

/**
 * @param {string} root
 * @param {readonly string[]} files
 * @returns {TextFile[]}
 */
export function readTextFiles(root, files) {
  return files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
}
