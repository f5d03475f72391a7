import type { Operation } from '@fieldhouse/contract/operation'
import { z } from 'zod'
import type { Act } from './acts.ts'

const PLACES = ['params', 'querystring', 'body'] as const

/** What a call takes from who asks. */
export type ActField = {
  place: (typeof PLACES)[number]
  name: string
  isFlag: boolean
  isRequired: boolean
  /** The values to choose from; null for any. */
  choices: readonly string[] | null
}

/** The fields that the person at the console fills. */
export function fieldsOf({ operation, fixed = {}, without = [], files }: Act): ActField[] {
  const filled = [...Object.keys(fixed), ...without]
  if (files !== undefined && 'textOf' in files) filled.push(files.textOf)
  return allFieldsOf(operation).filter(({ name }) => !filled.includes(name))
}

/** `espn_league_id` is asked for with `--espn-league-id`. */
export function optionOf(field: string): string {
  return field.replaceAll('_', '-')
}

/** Such as `assign-team --league LEAGUE --league-team-id LEAGUE_TEAM_ID`. */
export function usageOf(name: string, { files }: Act, fields: readonly ActField[]): string {
  const options = fields.map((field) => (field.isRequired ? optionText(field) : `[${optionText(field)}]`))
  const named = files === undefined ? [] : ['textOf' in files ? 'FILE' : 'FILE…']
  return [name, ...options, '[--as SITE_ADMIN]', ...named].join(' ')
}

export function addressOf(
  url: string,
  fields: readonly ActField[],
  values: Readonly<Record<string, string | boolean | null | undefined>>,
): string {
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const query = fields.flatMap(({ place, name }): [string, string][] => {
    const value = values[name]
    return place === 'querystring' && value != null ? [[name, String(value)]] : []
  })
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`
}

function optionText({ name, isFlag, choices }: ActField): string {
  if (isFlag) return `--[no-]${optionOf(name)}`
  return `--${optionOf(name)} ${choices?.join('|') ?? name.toUpperCase()}`
}

function allFieldsOf({ schema }: Operation): ActField[] {
  return PLACES.flatMap((place) => {
    const part = schema[place]
    if (part === undefined) return []
    const described = z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' })
    return Object.entries(described.properties ?? {}).map(([name, property]) => ({
      place,
      name,
      isFlag: typeof property === 'object' && property.type === 'boolean',
      isRequired: described.required?.includes(name) ?? false,
      choices: typeof property === 'object' && property.enum !== undefined ? property.enum.map(String) : null,
    }))
  })
}
