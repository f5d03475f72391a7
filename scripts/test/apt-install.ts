import { existsSync } from 'node:fs'
import { runCommand } from '../bootstrap/processes.mjs'
import { log } from '../bootstrap/project.mjs'

export function canUseApt() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** @returns the output of apt-get if it failed */
export async function aptInstall(name: string, title: string): Promise<string | undefined> {
  log(`Installing ${title} with apt-get …`)
  // At run level 1, packages do not start their services.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const update = await runCommand('apt-get', ['update'], { env })
  const install = await runCommand('apt-get', ['install', '-y', '--no-install-recommends', name], { env })
  return install.code === 0 ? undefined : `apt-get: ${update.output}${install.output}`.trim()
}
