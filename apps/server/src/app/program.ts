import { constants } from 'node:os'
import { DataFolderInUseError } from '../database/engine/data-folder.ts'
import { IncompatibleDataError } from '../database/engine/database.ts'
import { DatabaseUnreachableError, DataFilesError, isDiskFull } from '../database/engine/database-errors.ts'
import { SettingsError } from '../settings.ts'
import { ListenError } from './listen.ts'

export function restrictNewFiles(): void {
  process.umask(0o077)
}

/** Runs a program until SIGTERM or SIGINT. If it fails to start, prints the reason and exits with code 1. */
export async function runUntilStopped(start: () => Promise<{ close: () => Promise<void> }>): Promise<void> {
  restrictNewFiles()
  const running: { close?: () => Promise<void> } = {}
  // Registered before the start, to handle a signal that arrives right after the URL is printed.
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
  for (const signal of signals)
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

const EXPECTED_ERRORS = [
  DatabaseUnreachableError,
  DataFilesError,
  DataFolderInUseError,
  ListenError,
  IncompatibleDataError,
]

export function describeStartError(error: unknown): unknown {
  if (error instanceof SettingsError) return `Some settings are invalid:\n${indent(error.message)}`
  if (EXPECTED_ERRORS.some((ErrorClass) => error instanceof ErrorClass)) return (error as Error).message
  if (isDiskFull(error)) return 'There is no space left for the data. Free some space and start again.'
  return error
}

function indent(lines: string): string {
  return lines
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')
}
