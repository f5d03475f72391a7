import type { Operation } from '@fieldhouse/contract/operation'
import { z } from 'zod'
import type { OperationCommandSpec } from './operation-commands.ts'

const LOCATIONS = ['params', 'querystring', 'body'] as const

/** A field of a request that the client fills in. */
export type OperationField = {
  location: (typeof LOCATIONS)[number]
  name: string
  isFlag: boolean
  isRequired: boolean
  /** The allowed values; null if any value is allowed. */
  choices: readonly string[] | null
}

/** The fields that are options of the command. */
export function commandFieldsOf({
  operation,
  fixedValues = {},
  omittedFields = [],
  files,
}: OperationCommandSpec): OperationField[] {
  const excluded = [...Object.keys(fixedValues), ...omittedFields]
  if (files !== undefined && 'textOf' in files) excluded.push(files.textOf)
  return allFieldsOf(operation).filter(({ name }) => !excluded.includes(name))
}

/** For example, the option of `espn_league_id` is `--espn-league-id`. */
export function optionNameOf(field: string): string {
  return field.replaceAll('_', '-')
}

/** For example, `assign-team --league LEAGUE --league-team-id LEAGUE_TEAM_ID`. */
export function usageText(
  name: string,
  { files }: OperationCommandSpec,
  fields: readonly OperationField[],
): string {
  const options = fields.map((field) => (field.isRequired ? optionText(field) : `[${optionText(field)}]`))
  const fileArguments = files === undefined ? [] : ['textOf' in files ? 'FILE' : 'FILE…']
  return [name, ...options, '[--as SITE_ADMIN]', ...fileArguments].join(' ')
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
  return LOCATIONS.flatMap((location) => {
    const fields = schema[location]
    if (fields === undefined) return []
    const jsonSchema = z.toJSONSchema(fields, { io: 'input', unrepresentable: 'any' })
    return Object.entries(jsonSchema.properties ?? {}).map(([name, property]) => ({
      location,
      name,
      isFlag: typeof property === 'object' && property.type === 'boolean',
      isRequired: jsonSchema.required?.includes(name) ?? false,
      choices: typeof property === 'object' && property.enum !== undefined ? property.enum.map(String) : null,
    }))
  })
}
