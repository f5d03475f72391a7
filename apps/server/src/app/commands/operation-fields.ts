import type { Operation } from '@fieldhouse/contract/operation'
import { z } from 'zod'
import type { OperationCommandSpec } from './operation-commands.ts'

const LOCATIONS = ['params', 'querystring', 'body'] as const

/** What a call takes from who asks. */
export type OperationField = {
  location: (typeof LOCATIONS)[number]
  name: string
  isFlag: boolean
  isRequired: boolean
  /** The values to choose from; null for any. */
  choices: readonly string[] | null
}

/** The fields that the person at the console fills. */
export function commandFieldsOf({
  operation,
  fixedValues = {},
  omittedFields = [],
  files,
}: OperationCommandSpec): OperationField[] {
  const filled = [...Object.keys(fixedValues), ...omittedFields]
  if (files !== undefined && 'textOf' in files) filled.push(files.textOf)
  return allFieldsOf(operation).filter(({ name }) => !filled.includes(name))
}

/** `espn_league_id` is asked for with `--espn-league-id`. */
export function optionNameOf(field: string): string {
  return field.replaceAll('_', '-')
}

/** Such as `assign-team --league LEAGUE --league-team-id LEAGUE_TEAM_ID`. */
export function usageText(
  name: string,
  { files }: OperationCommandSpec,
  fields: readonly OperationField[],
): string {
  const options = fields.map((field) => (field.isRequired ? optionText(field) : `[${optionText(field)}]`))
  const named = files === undefined ? [] : ['textOf' in files ? 'FILE' : 'FILE…']
  return [name, ...options, '[--as SITE_ADMIN]', ...named].join(' ')
}

export function buildUrl(
  url: string,
  fields: readonly OperationField[],
  values: Readonly<Record<string, string | boolean | null | undefined>>,
): string {
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const query = fields.flatMap(({ location, name }): [string, string][] => {
    const value = values[name]
    return location === 'querystring' && value != null ? [[name, String(value)]] : []
  })
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`
}

function optionText({ name, isFlag, choices }: OperationField): string {
  if (isFlag) return `--[no-]${optionNameOf(name)}`
  return `--${optionNameOf(name)} ${choices?.join('|') ?? name.toUpperCase()}`
}

function allFieldsOf({ schema }: Operation): OperationField[] {
  return LOCATIONS.flatMap((place) => {
    const part = schema[place]
    if (part === undefined) return []
    const described = z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' })
    return Object.entries(described.properties ?? {}).map(([name, property]) => ({
      location: place,
      name,
      isFlag: typeof property === 'object' && property.type === 'boolean',
      isRequired: described.required?.includes(name) ?? false,
      choices: typeof property === 'object' && property.enum !== undefined ? property.enum.map(String) : null,
    }))
  })
}
