import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../bootstrap/content-hash.ts'

export type TextFile = {
  /** Relative to the root. */
  file: string
  text: string
}

const FOLDERS = ['apps', 'packages', 'scripts', 'tools', 'e2e', 'docs']
const TEXT = /\.(?:ts|tsx|mjs|css|html|md|json|jsonc)$/
const CODE = /\.(?:ts|tsx|mjs)$/
/** A table of cases is as long as it has cases. */
const TESTS = /\.(?:test|spec)\.tsx?$|\/testing\/|^e2e\//
const MAX_LINES = 500

/** Reads each text file of the repository once. `paths` contains the other files, too. */
export function readTextFiles(root: string): { files: TextFile[]; paths: Set<string> } {
  const topLevel = readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && !entry.name.startsWith('.') ? [entry.name] : [],
  )
  const paths = listFiles(root, [...FOLDERS, ...topLevel], { withTests: true })
  const files = paths
    .filter((file) => TEXT.test(file) && file !== 'package-lock.json')
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  return { files, paths: new Set(paths) }
}

export const isCode = ({ file }: TextFile): boolean => CODE.test(file)

export function lengthViolations(files: readonly TextFile[]): string[] {
  return files
    .filter((each) => isCode(each) && !TESTS.test(each.file))
    .map(({ file, text }) => ({ file, lines: text.split('\n').length - 1, hasComment: /^\/[*/]/.test(text) }))
    .filter(({ lines, hasComment }) => lines > MAX_LINES && !hasComment)
    .map(({ file, lines }) => `${file} has ${lines} lines: divide it, or say why in a comment at its top.`)
}
