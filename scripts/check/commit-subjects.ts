import { type CommandResult, runCommand } from '../bootstrap/processes.mjs'

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

export async function checkCommitSubjects(): Promise<CommandResult> {
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
