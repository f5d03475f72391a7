import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { SettingInEffect } from '../context.ts'
import { SETTING_NAMES, type Settings } from '../settings.ts'

/** Settings whose values are secrets. The names of others must not contain these words. */
const SECRET = /SECRET|KEY|CODE|TOKEN|PASSWORD|_S2|SWID/

const OTHER_SETTINGS = /^(?:OIDC_|AWS_)/

export function readSettingsFile(): NodeJS.Dict<string> {
  return existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
}

/** All settings with their values and sources, by name. Secrets are left out, also those in URLs. */
export function listSettings(
  settings: Settings,
  environment: NodeJS.ProcessEnv,
  file: NodeJS.Dict<string>,
): SettingInEffect[] {
  const others = Object.keys(environment).filter((name) => OTHER_SETTINGS.test(name) && name !== 'AWS_REGION')
  return [...SETTING_NAMES, ...others].sort().map((name) => {
    const given = environment[name] ?? ''
    const source = given === '' ? 'default' : file[name] === given ? 'file' : 'environment'
    const isSecret = SECRET.test(name)
    const value: unknown =
      name in settings ? settings[name as keyof Settings] : given === '' ? undefined : given
    return { name, source, isSecret, value: isSecret ? null : toText(value) }
  })
}

function toText(value: unknown): string | null {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (Array.isArray(value)) return value.join(',')
  return withoutCredentials(typeof value === 'string' ? value : JSON.stringify(value))
}

function withoutCredentials(text: string): string {
  if (!/^[a-z\d+.-]+:\/\//i.test(text)) return text
  const scheme = text.slice(0, text.indexOf('://') + 3)
  const [rest = ''] = text.slice(scheme.length).split(/[?#]/)
  return `${scheme}${rest.slice(rest.lastIndexOf('@') + 1)}`
}
