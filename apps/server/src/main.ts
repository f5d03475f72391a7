import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { renderUnicodeCompact } from 'uqr'
import { commandLine } from './app/commands/command.ts'
import { findLanAddress, runUntilStopped } from './app/program.ts'
import { runServer } from './app/run-server.ts'
import { loadEnvironment, readSettings, type Settings, SettingsError, unknownSettings } from './settings.ts'

// Collects garbage once the heap has grown by a quarter since the last collection, instead of by three times.
// This keeps memory use low for slightly more CPU time. It does not limit the heap size. `npm start` also limits the
// space for new objects, which V8 accepts only as a flag of the command.
setFlagsFromString('--heap-growing-percent=25')

await runUntilStopped(async () => {
  const environment = loadEnvironment()
  const isLan = readArguments()
  const settings = isLan ? onNetwork(readSettings(environment)) : readSettings(environment)
  for (const { name, similar } of unknownSettings(environment))
    console.error(`${name} is not a setting. Did you mean ${similar}?`)
  const server = await runServer(settings)
  console.log(`Fieldhouse is listening on ${server.publicUrl}`)
  if (isLan)
    console.log(`\nOn the same network, scan this code:\n\n${renderUnicodeCompact(server.publicUrl)}\n`)
  if (server.needsAdmin) console.log(setupInstructions(server.publicUrl, settings))
  return server
})

/** Whether `--lan` is given. Throws a SettingsError for any other argument. */
function readArguments(): boolean {
  try {
    return parseArgs({ options: { lan: { type: 'boolean' } } }).values.lan ?? false
  } catch (error) {
    throw new SettingsError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

function onNetwork(settings: Settings): Settings {
  const lanHost = findLanAddress(networkInterfaces())
  if (lanHost === null) throw new SettingsError('--lan: this machine has no address on a network')
  return { ...settings, HOST: '0.0.0.0', lanHost }
}

function setupInstructions(address: string, { adminSignupCode, ADMIN_SIGNUP_CODE, dataDir, HOST }: Settings) {
  const file = join(dataDir, 'admin-signup-code')
  // As in a container, whose own address nobody knows.
  const isOpen = new URL(address).hostname === 'localhost' && HOST === '0.0.0.0'
  return [
    '',
    'This site has no admin yet. To set it up:',
    '  1. Open this link, and choose a username and a password:',
    '',
    `       ${address}/#admin-code=${encodeURIComponent(adminSignupCode)}`,
    ...(isOpen ? ['     On another device, write the address of this machine instead of localhost.'] : []),
    '',
    "     Or choose 'Create one' and the role Admin, and enter the admin signup code:",
    '',
    `       ${adminSignupCode}`,
    '',
    ADMIN_SIGNUP_CODE === undefined
      ? `     It is in ${file}, and ${commandLine('admin')} signup-code prints it, too.`
      : '     It is the setting ADMIN_SIGNUP_CODE.',
    '  2. Paste the address of your league under "Set up your league".',
    '',
  ].join('\n')
}
