import { setFlagsFromString } from 'node:v8'
import { runUntilStopped } from './app/program.ts'
import { runServer } from './app/run-server.ts'
import { loadEnvironment, readSettings } from './settings.ts'

// Collects garbage once the heap has grown by a quarter since the last collection, instead of by three times.
// This keeps memory use low for slightly more CPU time. It does not limit the heap size. `npm start` also limits the
// space for new objects, which V8 accepts only as a flag of the command.
setFlagsFromString('--heap-growing-percent=25')

await runUntilStopped(async () => {
  const settings = readSettings(loadEnvironment())
  const server = await runServer(settings)
  console.log(`Fieldhouse is listening on ${server.publicUrl}`)
  if (server.needsAdmin) console.log(setupInstructions(server.publicUrl, settings.adminSignupCode))
  return server
})

function setupInstructions(address: string, code: string): string {
  return [
    '',
    'This site has no admin yet. To set it up:',
    `  1. Open ${address} and choose 'Create one'.`,
    '  2. Choose the role Admin and enter the admin signup code:',
    '',
    `       ${code}`,
    '',
    '  3. Open Admin Tools, create a league with its ESPN league ID, and press Refresh.',
    '',
  ].join('\n')
}
