import type { LoggerOptions } from 'pino'
import type { RecentErrors } from '../context.ts'

const MAX_RECENT = 20
const MAX_DETAIL_LENGTH = 300

/** Pino's number of the level `error`. */
const ERROR_LEVEL = 50

export function recentErrors(now: () => Date): RecentErrors & { hooks: NonNullable<LoggerOptions['hooks']> } {
  const since = now()
  const recent: ReturnType<RecentErrors['list']> = []
  let total = 0
  return {
    since,
    total: () => total,
    list: () => [...recent],
    hooks: {
      logMethod(args, method, level) {
        if (level >= ERROR_LEVEL) {
          total += 1
          recent.unshift({ at: now(), ...describe(args) })
          recent.splice(MAX_RECENT)
        }
        method.apply(this, args)
      },
    },
  }
}

function describe([first, message]: readonly unknown[]): { message: string; detail: string } {
  if (typeof first === 'string') return { message: first, detail: '' }
  const fields = first instanceof Error ? { err: first } : ((first ?? {}) as Record<string, unknown>)
  const { err, job } = fields as { err?: unknown; job?: unknown }
  const parts = [job, err instanceof Error ? err.message : err].filter((part) => typeof part === 'string')
  const text = typeof message === 'string' ? message : ''
  return { message: text, detail: parts.join(': ').slice(0, MAX_DETAIL_LENGTH) }
}
