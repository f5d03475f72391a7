import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runUntilStopped } from './app/program.ts'
import { runServer } from './app/run-server.ts'
import { loadEnvironment, readSettings, type Settings, unknownSettings } from './settings.ts'

// Collects garbage once the heap has grown by a quarter since the last collection, instead of by three times.
// This keeps memory use low for slightly more CPU time. It does not limit the heap size. `npm start` also limits the
// space for new objects, which V8 accepts only as a flag of the command.
setFlagsFromString('--heap-growing-percent=25')

await runUntilStopped(async () => {
  const environment = loadEnvironment()
  const settings = readSettings(environment)
  for (const { name, similar } of unknownSettings(environment))
    console.error(`${name} is not a setting. Did you mean ${similar}?`)
  const server = await runServer(settings)
  console.log(`Fieldhouse is listening on ${server.publicUrl}`)
  if (server.needsAdmin) console.log(setupInstructions(server.publicUrl, settings))
  return server
})

function setupInstructions(
  address: string,
  { adminSignupCode, ADMIN_SIGNUP_CODE, dataDir }: Settings,
): string {
  const file = join(dataDir, 'admin-signup-code')
  return [
    '',
    'This site has no admin yet. To set it up:',
    `  1. Open ${address} and choose 'Create one'.`,
    '  2. Choose the role Admin and enter the admin signup code:',
    '',
    `       ${adminSignupCode}`,
    '',
    ADMIN_SIGNUP_CODE === undefined
      ? `     It is in ${file}, and npm run admin -- signup-code prints it, too.`
      : '     It is the setting ADMIN_SIGNUP_CODE.',
    '  3. Paste the address of your league under "Set up your league".',
    '',
  ].join('\n')
}
