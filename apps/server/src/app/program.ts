import { constants } from 'node:os'
import { DataFolderInUseError } from '../database/data-folder.ts'
import { NewerDataError } from '../database/database.ts'
import { DatabaseUnreachableError, DataFilesError } from '../database/database-errors.ts'
import { isDiskFull } from '../database/transaction.ts'
import { SettingsError } from '../settings.ts'
import { NotTheDemoError } from './demo/seed.ts'
import { ListenError } from './listen.ts'

/** Starts a program that runs until a signal ends it. What stops it from starting is said in words, with exit code 1. */
export async function runUntilStopped(start: () => Promise<{ close: () => Promise<void> }>): Promise<void> {
  const running: { close?: () => Promise<void> } = {}
  // Before the start, so that a signal right after the address is printed finds it.
  stopOnSignals(['SIGTERM', 'SIGINT'], running)
  try {
    running.close = (await start()).close
  } catch (error) {
    console.error(describeStartError(error))
    process.exitCode = 1
  }
}

function stopOnSignals(signals: readonly NodeJS.Signals[], running: { close?: () => Promise<void> }): void {
  let isStopping = false
  for (const signal of signals) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      if (running.close === undefined) process.exit(128 + constants.signals[signal])
      running.close().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
}

const EXPECTED_ERRORS = [
  DatabaseUnreachableError,
  DataFilesError,
  DataFolderInUseError,
  ListenError,
  NewerDataError,
  NotTheDemoError,
]

/** A sentence for what a person can mend, the whole error for what they cannot. */
export function describeStartError(error: unknown): unknown {
  if (error instanceof SettingsError) return `Some settings are not right:\n${indent(error.message)}`
  if (EXPECTED_ERRORS.some((kind) => error instanceof kind)) return (error as Error).message
  if (isDiskFull(error)) return 'There is no room left for the data. Free some space, and start again.'
  return error
}

function indent(lines: string): string {
  return lines
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')
}
