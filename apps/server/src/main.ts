import { existsSync } from 'node:fs'
import { runServer } from './app/run-server.ts'
import { DataFolderInUseError } from './database/data-folder.ts'
import { NewerDataError } from './database/database.ts'
import { readSettings, SettingsError } from './settings.ts'

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const settings = readSettings(process.env)
  const server = await runServer(settings)
  console.log(`Fieldhouse listens on ${server.address}`)
  if (server.needsAdmin) {
    console.log(
      [
        '',
        'Nobody runs this site yet. To begin:',
        `  1. Open ${server.address} and choose 'Create one'.`,
        '  2. Choose the role Admin and enter the admin signup code:',
        '',
        `       ${settings.adminSignupCode}`,
        '',
        '  3. Open Admin Tools, create a league with its ESPN league id, and press Refresh.',
        '',
      ].join('\n'),
    )
  }
  stopOn(['SIGTERM', 'SIGINT'], server.close)
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
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

/** A sentence for what a person can mend, the whole error for what they cannot. */
function reasonOf(error: unknown): unknown {
  if (error instanceof SettingsError) return `Some settings are not right:\n${indented(error.message)}`
  if (error instanceof DataFolderInUseError || error instanceof NewerDataError) return error.message
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
