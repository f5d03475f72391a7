import { existsSync } from 'node:fs'
import { DataFolderInUseError } from '../database/data-folder.ts'
import { NewerDataError } from '../database/database.ts'
import { SettingsError } from '../settings.ts'
import { NotTheDemoError } from './demo/furnish.ts'

/** The environment, with what a file `.env` adds to it. */
export function environmentWithFile(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

/** Starts a program that runs until a signal ends it. What stops it from starting is said in words, with exit code 1. */
export async function runUntilStopped(start: () => Promise<{ close: () => Promise<void> }>): Promise<void> {
  try {
    const { close } = await start()
    stopOn(['SIGTERM', 'SIGINT'], close)
  } catch (error) {
    console.error(reasonOf(error))
    process.exitCode = 1
  }
}

function stopOn(signals: readonly NodeJS.Signals[], close: () => Promise<void>): void {
  let isStopping = false
  for (const signal of signals) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
}

const SAID_IN_WORDS = [DataFolderInUseError, NewerDataError, NotTheDemoError]

/** A sentence for what a person can mend, the whole error for what they cannot. */
function reasonOf(error: unknown): unknown {
  if (error instanceof SettingsError) return `Some settings are not right:\n${indented(error.message)}`
  if (SAID_IN_WORDS.some((kind) => error instanceof kind)) return (error as Error).message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}. Another program listens there: stop it, or choose another PORT.`
  }
  return error
}

function indented(lines: string): string {
  return lines
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')
}
