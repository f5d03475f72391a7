import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Operation } from '@fieldhouse/contract/operation'
import { z } from 'zod'
import { type Command, existingFileArgument, UsageError } from './command.ts'
import { formatOutput } from './format-output.ts'
import type { FileUse, OperationCommandSpec } from './operation-commands.ts'
import { type AdminRequest, runAsAdmin } from './run-as-admin.ts'

const MISSING_FILES_MESSAGE = 'Specify the files to upload.'

type Values = Readonly<Record<string, string | boolean | null | undefined>>

/** A command that runs an API operation, with an option for each field of the request. */
export function operationCommand(name: string, spec: OperationCommandSpec): Command {
  const fields = commandFieldsOf(spec)
  return {
    summary: spec.summary ?? spec.operation.schema.summary,
    usage: usageText(name, spec, fields),
    async run(args, printLine) {
      const { values, positionals } = parseArgs({
        args,
        options: { as: { type: 'string' }, ...optionsFor(fields) },
        allowPositionals: spec.files !== undefined,
        allowNegative: true,
      })
      const fieldValues = collectValues(fields, values)
      const files = spec.files === undefined ? [] : resolveFiles(positionals, spec.files)
      const body = await runAsAdmin(name, values.as, {
        operation: spec.operation,
        url: buildUrl(spec.operation.url, fields, fieldValues),
        ...(await buildPayload(spec, fields, fieldValues, files)),
      })
      const isJson = spec.operation.schema.produces === undefined
      for (const line of isJson ? formatOutput(JSON.parse(body)) : [body.trimEnd()]) printLine(line)
    },
  }
}

function optionsFor(fields: readonly OperationField[]): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(
    fields.map(({ name, isFlag }) => [optionNameOf(name), { type: isFlag ? 'boolean' : 'string' }]),
  )
}

/** The option values by field name. Throws a UsageError that lists the missing options. */
function collectValues(fields: readonly OperationField[], values: Values): Values {
  const missing = fields.filter(
    ({ name, isRequired }) => isRequired && values[optionNameOf(name)] === undefined,
  )
  if (missing.length > 0) {
    throw new UsageError(
      `Missing options: ${missing.map(({ name }) => `--${optionNameOf(name)}`).join(', ')}.`,
    )
  }
  return Object.fromEntries(fields.map(({ name }) => [name, values[optionNameOf(name)]]))
}

function resolveFiles(positionals: readonly string[], use: FileUse): string[] {
  if ('textOf' in use) return [existingFileArgument(positionals, 'Specify the file that contains the value.')]
  if (positionals.length === 0) throw new UsageError(MISSING_FILES_MESSAGE)
  return positionals.map((file) => existingFileArgument([file], MISSING_FILES_MESSAGE))
}

async function buildPayload(
  { operation, fixedValues = {}, files: use }: OperationCommandSpec,
  fields: readonly OperationField[],
  values: Values,
  files: readonly string[],
): Promise<Pick<AdminRequest, 'payload' | 'headers'>> {
  if (use !== undefined && 'formField' in use) return buildForm(use.formField, files)
  if (operation.schema.body === undefined) return {}
  const payload: Record<string, unknown> = { ...fixedValues }
  for (const { location, name } of fields) if (location === 'body') payload[name] = values[name]
  if (use !== undefined) for (const file of files) payload[use.textOf] = readFileSync(file, 'utf8').trim()
  return { payload }
}

async function buildForm(field: string, files: readonly string[]) {
  const form = new FormData()
  for (const file of files) form.append(field, new Blob([readFileSync(file)]), basename(file))
  const encoded = new Response(form)
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  }
}

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
