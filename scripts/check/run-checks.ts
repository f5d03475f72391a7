import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type CommandResult, runCommand, runTool } from '../bootstrap/processes.mjs'
import { ROOT } from '../bootstrap/project.mjs'
import { writeCssModuleTypes } from '../dev/css-module-types.ts'
import { summaryLine, type TestOutcome } from '../test/test-summary.ts'
import { importViolations, listImports } from './import-rules.ts'
import { auditPackages, type LockFile, lockFileProblems } from './packages.ts'
import {
  BANNED_NAMES,
  BANNED_PHRASES,
  isCode,
  lengthViolations,
  readTextFiles,
  wordingViolations,
} from './wording.ts'

type Check = { name: string; hasPassed: boolean; ms: number; output: string }

type StepResult = { code: number; output: string }

type Steps = Record<string, () => Promise<StepResult>>

const TYPESCRIPT_PROJECTS = ['.', 'packages', 'apps/web']

function lint(paths: readonly string[]): Promise<StepResult> {
  // One program for both, because computing the types takes most of the time of each.
  const args = ['--type-aware', '--type-check', '--format=unix', ...paths]
  // The compiler keeps most of what it allocates. Looking for garbage more often costs a quarter of the processor time.
  return runTool('oxlint/bin/oxlint', args, { env: { ...process.env, GOGC: '400' } })
}

const BROWSER_CODE = ['apps/web', 'packages']

/** If the import check finds fewer files, its file list is wrong. */
const MIN_MODULES = 150

const STEPS: Steps = {
  'format and fast lint': () => runTool('@biomejs/biome/bin/biome', ['ci', '--colors=off', '.']),
  // Each uses one core, because several checkers in a process would compute the same types.
  'types and strict lint, web': () => lint(BROWSER_CODE),
  'types and strict lint, Node': () =>
    lint([...BROWSER_CODE.map((folder) => `--ignore-pattern=${folder}/**`), '.']),
  'imports and wording': async () => checkSources(),
  'lock file': async () => checkLockFile(),
  'commit subjects': checkCommitSubjects,
  'bundle size': async () => checkBundleSize(),
}

const COMPILER_STEPS: Steps = Object.fromEntries(
  TYPESCRIPT_PROJECTS.map((folder) => [
    `compiler: ${folder === '.' ? 'scripts' : folder}`,
    () => runTool('typescript/bin/tsc', ['-p', folder, '--pretty', 'false']),
  ]),
)

/** What the gate does not wait for: it harms nobody until the change is pushed. */
const DEAD_CODE_STEP: Steps = { 'dead code': () => runTool('knip/bin/knip.js', ['--no-progress']) }

const THOROUGH_STEPS: Steps = {
  // The linter reports the errors of the same compiler. Once in a while, the compiler confirms that none was missed.
  ...COMPILER_STEPS,
  // Needs the network, and changes without a change of the code.
  'known vulnerabilities': auditPackages,
}

/**
 * Runs the checks in parallel, and prints their results. A check that throws has failed.
 * @param scope those of `npm test`, of `npm run check`, or of `npm run test:all`
 */
export async function runChecks(scope: 'gate' | 'check' | 'net'): Promise<TestOutcome> {
  await writeCssModuleTypes()
  const steps = {
    ...STEPS,
    ...(scope === 'gate' ? {} : DEAD_CODE_STEP),
    ...(scope === 'net' ? THOROUGH_STEPS : {}),
  }
  const checks = await Promise.all(Object.entries(steps).map(([name, step]) => runStep(name, step)))
  printChecks(checks)
  const failures = checks.filter(({ hasPassed }) => !hasPassed).map(({ name }) => `the check "${name}"`)
  return {
    summary: { passed: checks.length - failures.length, failed: failures.length, skipped: 0 },
    failures,
  }
}

/** `npm run check` */
export async function check(): Promise<boolean> {
  const { summary } = await runChecks('check')
  console.log(`\n${summaryLine(summary)}`)
  return summary.failed === 0
}

async function runStep(name: string, step: () => Promise<StepResult>): Promise<Check> {
  const start = performance.now()
  try {
    const { code, output } = await step()
    return { name, hasPassed: code === 0, ms: performance.now() - start, output }
  } catch (error) {
    const output = error instanceof Error ? `${error.stack}` : String(error)
    return { name, hasPassed: false, ms: performance.now() - start, output }
  }
}

function checkSources(): StepResult {
  const { files, paths } = readTextFiles(ROOT)
  const code = files.filter(isCode)
  const imports = listImports(code, paths)
  const problems = [
    ...importViolations(imports),
    ...wordingViolations(files, { names: BANNED_NAMES, phrases: BANNED_PHRASES }),
    ...lengthViolations(files),
  ]
  const count = `${files.length} files, ${code.length} modules, ${imports.length} imports`
  if (code.length < MIN_MODULES)
    problems.push(`Found only ${count}; expected at least ${MIN_MODULES} modules.`)
  return { code: problems.length, output: [...problems, count].join('\n') }
}

function checkLockFile(): StepResult {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as LockFile
  const problems = lockFileProblems(packages)
  return {
    code: problems.length,
    output: [...problems, `${Object.keys(packages).length} packages`].join('\n'),
  }
}

function checkBundleSize(): StepResult {
  const bundles = measureBuild(join(ROOT, 'apps/web/dist'))
  const tooLarge = bundles.filter(({ size, limit }) => size > limit)
  const lines = (tooLarge.length > 0 ? tooLarge : bundles.slice(0, 3)).map(
    ({ name, size, limit }) => `${name}: ${size.toFixed(1)} of ${limit} KB`,
  )
  return { code: tooLarge.length, output: lines.join('\n') }
}

function printChecks(checks: readonly Check[]) {
  for (const { name, output } of checks.filter(({ hasPassed }) => !hasPassed)) {
    console.log(`\n── ${name} ──\n${output.trim()}`)
  }
  console.log('')
  for (const { name, hasPassed, ms, output } of checks) {
    const note = hasPassed ? shortOutput(output) : 'FAILED, see above'
    console.log(
      `${hasPassed ? '✓' : '✗'} ${name.padEnd(28)} ${(ms / 1000).toFixed(1).padStart(5)} s  ${note}`,
    )
  }
}

function shortOutput(output: string) {
  const lines = output.trim().split('\n')
  return lines.length <= 3 ? lines.join(', ') : ''
}

/** The last commit before the convention; subjects up to and including it are not checked. */
const LAST_UNCHECKED = '7069b42b0fa7062821c4d4e24cf94a3677b2190c'

const TYPES = ['feat', 'fix', 'perf', 'refactor', 'test', 'docs', 'build', 'ci', 'chore', 'revert']
const MAX_LENGTH = 72
const SUBJECT_PATTERN = new RegExp(
  String.raw`^(?:${TYPES.join('|')})(?:\([a-z0-9][a-z0-9,/-]*\))?!?: [^A-Z\s].*[^.\s]$`,
)

/**
 * Returns one message per subject that does not follow `type(scope): summary`.
 * @see CONTRIBUTING.md, "Commits"
 */
export function subjectViolations(subjects: readonly string[]) {
  return subjects.flatMap((subject) => {
    if (!SUBJECT_PATTERN.test(subject)) return [`"${subject}" is not of the form "type(scope): summary".`]
    if (subject.length > MAX_LENGTH) return [`"${subject}" is longer than ${MAX_LENGTH} characters.`]
    return []
  })
}

async function checkCommitSubjects(): Promise<CommandResult> {
  const { code, output } = await runCommand('git', [
    'log',
    '--no-merges',
    '--format=%s',
    `${LAST_UNCHECKED}..HEAD`,
  ])
  // A downloaded archive has no history, and a shallow clone only its end.
  if (code !== 0) return { code: 0, output: 'skipped: the history is not available' }
  const subjects = output.split('\n').filter((line) => line !== '')
  const violations = subjectViolations(subjects)
  return { code: violations.length, output: [...violations, `${subjects.length} commits`].join('\n') }
}

const KB = 1024

/**
 * In kilobytes, compressed with Brotli. `app`: the scripts before every screen of a league. `screen`: these, and all
 * that the screen's own file waits for.
 */
const LIMITS = { app: 110, screen: 176, styles: 24, fonts: 40, worker: 15, files: 60 }

/** The files that come before every screen. See `apps/web/screen-files.ts`. */
const APP = ['rolldown-runtime', 'first', 'shell']
/** What a screen loads later is not measured. */
const isScreen = (name: string) =>
  !name.endsWith('-more') && ![...APP, 'shared', 'sw', 'charts', 'feed', 'history-admin'].includes(name)

/** A file of the build: its name without the hash, its compressed size in bytes, and the scripts it waits for. */
type BuiltFile = { name: string; extension: string; bytes: number; imports: readonly string[] }

/** In kilobytes, or a number of files. */
type BundleSize = { name: string; size: number; limit: number }

export function measureBundles(files: readonly BuiltFile[]): BundleSize[] {
  const sizeOf = (isCounted: (file: BuiltFile) => boolean) =>
    files.filter(isCounted).reduce((sum, { bytes }) => sum + bytes / KB, 0)
  const sizeOfAll = (extension: string) => sizeOf((file) => file.extension === extension)
  const scripts = files.filter(({ extension }) => extension === 'js')
  const sizeWithImports = (names: readonly string[]) => {
    const needed = new Set(names)
    for (const each of needed)
      for (const to of scripts.find(({ name }) => name === each)?.imports ?? []) needed.add(to)
    return sizeOf(({ name, extension }) => extension === 'js' && needed.has(name))
  }
  const screens = scripts
    .filter(({ name }) => isScreen(name))
    .map(({ name }) => ({
      name: `${name}: JavaScript`,
      size: sizeWithImports([...APP, name]),
      limit: LIMITS.screen,
    }))
  return [
    { name: 'entry and shell: JavaScript', size: sizeWithImports(APP), limit: LIMITS.app },
    ...screens.sort((a, b) => b.size - a.size),
    { name: 'styles', size: sizeOfAll('css'), limit: LIMITS.styles },
    { name: 'fonts', size: sizeOfAll('woff2'), limit: LIMITS.fonts },
    { name: 'service worker', size: sizeWithImports(['sw']), limit: LIMITS.worker },
    { name: 'number of scripts and styles', size: files.length, limit: LIMITS.files },
  ]
}

/** @param dist the folder of the built web app */
function measureBuild(dist: string): BundleSize[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const imports = new Map(
    Object.values(manifest).map((chunk) => [
      chunk.file,
      (chunk.imports ?? []).flatMap((id) => baseName(manifest[id]?.file ?? '')),
    ]),
  )
  const assets = readdirSync(join(dist, 'assets')).map((name) => join('assets', name))
  const built = [...assets, 'sw.js'].filter((path) => /\.(?:js|css|woff2)$/.test(path))
  return measureBundles(built.map((path) => builtFile(dist, path, imports.get(path) ?? [])))
}

type Manifest = Record<string, { file: string; imports?: string[] }>

function builtFile(dist: string, path: string, imports: readonly string[]): BuiltFile {
  const content = readFileSync(join(dist, path))
  const extension = extname(path).slice(1)
  const bytes = extension === 'woff2' ? content.length : brotliCompressSync(content).length
  return { name: baseName(path), extension, bytes, imports }
}

const baseName = (path: string) => basename(path, extname(path)).replace(/-[\w-]{8}$/, '')
