import { setFlagsFromString } from 'node:v8'
import { loadEnvironment } from './app/environment.ts'
import { runUntilStopped } from './app/program.ts'
import { runServer } from './app/run-server.ts'
import { readSettings } from './settings.ts'

// Garbage is collected when a quarter has come on top of what is in use, not three times as much: a server of
// its own size, for a little more of the processor. Nothing bounds what it may grow to.
setFlagsFromString('--heap-growing-percent=25')

await runUntilStopped(async () => {
  const settings = readSettings(loadEnvironment())
  const server = await runServer(settings)
  console.log(`Fieldhouse is listening on ${server.address}`)
  if (server.needsAdmin) console.log(setupInstructions(server.address, settings.adminSignupCode))
  return server
})

function setupInstructions(address: string, code: string): string {
  return [
    '',
    'Nobody runs this site yet. To begin:',
    `  1. Open ${address} and choose 'Create one'.`,
    '  2. Choose the role Admin and enter the admin signup code:',
    '',
    `       ${code}`,
    '',
    '  3. Open Admin Tools, create a league with its ESPN league id, and press Refresh.',
    '',
  ].join('\n')
}
