import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Command, UsageError } from './command.ts'
import { existingFileArgument } from './file-argument.ts'
import { formatOutput } from './format-output.ts'
import type { FileUse, OperationCommandSpec } from './operation-commands.ts'
import {
  buildUrl,
  commandFieldsOf,
  type OperationField,
  optionNameOf,
  usageText,
} from './operation-fields.ts'
import { type AdminRequest, runAsAdmin } from './run-as-admin.ts'

type Values = Readonly<Record<string, string | boolean | null | undefined>>

/** A command that asks what the page asks, with an option for each field of the call. */
export function operationCommand(name: string, act: OperationCommandSpec): Command {
  const fields = commandFieldsOf(act)
  return {
    usage: usageText(name, act, fields),
    async run(args, tell) {
      const { values, positionals } = parseArgs({
        args,
        options: { as: { type: 'string' }, ...optionsFor(fields) },
        allowPositionals: act.files !== undefined,
        allowNegative: true,
      })
      const given = collectValues(fields, values)
      const files = act.files === undefined ? [] : resolveFiles(positionals, act.files)
      const body = await runAsAdmin(name, values.as, {
        operation: act.operation,
        url: buildUrl(act.operation.url, fields, given),
        ...(await buildPayload(act, fields, given, files)),
      })
      const isJson = act.operation.schema.produces === undefined
      for (const line of isJson ? formatOutput(JSON.parse(body)) : [body.trimEnd()]) tell(line)
    },
  }
}

function optionsFor(fields: readonly OperationField[]): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(
    fields.map(({ name, isFlag }) => [optionNameOf(name), { type: isFlag ? 'boolean' : 'string' }]),
  )
}

/** By the names of the fields. Throws a UsageError that names what is missing. */
function collectValues(fields: readonly OperationField[], values: Values): Values {
  const missing = fields.filter(
    ({ name, isRequired }) => isRequired && values[optionNameOf(name)] === undefined,
  )
  if (missing.length > 0) {
    throw new UsageError(`Missing: ${missing.map(({ name }) => `--${optionNameOf(name)}`).join(', ')}.`)
  }
  return Object.fromEntries(fields.map(({ name }) => [name, values[optionNameOf(name)]]))
}

function resolveFiles(positionals: readonly string[], use: FileUse): string[] {
  if ('textOf' in use) return [existingFileArgument(positionals, `Name the file that holds it.`)]
  if (positionals.length === 0) throw new UsageError('Name the files to send.')
  return positionals.map((file) => existingFileArgument([file], 'Name the files to send.'))
}

async function buildPayload(
  { operation, fixedValues = {}, files: use }: OperationCommandSpec,
  fields: readonly OperationField[],
  given: Values,
  files: readonly string[],
): Promise<Pick<AdminRequest, 'payload' | 'headers'>> {
  if (use !== undefined && 'formField' in use) return buildForm(use.formField, files)
  if (operation.schema.body === undefined) return {}
  const payload: Record<string, unknown> = { ...fixedValues }
  for (const { location, name } of fields) if (location === 'body') payload[name] = given[name]
  if (use !== undefined) for (const file of files) payload[use.textOf] = readFileSync(file, 'utf8').trim()
  return { payload }
}

async function buildForm(
  field: string,
  files: readonly string[],
): Promise<Pick<AdminRequest, 'payload' | 'headers'>> {
  const form = new FormData()
  for (const file of files) form.append(field, new Blob([readFileSync(file)]), basename(file))
  const packed = new Response(form)
  return {
    payload: Buffer.from(await packed.arrayBuffer()),
    headers: { 'content-type': packed.headers.get('content-type') ?? '' },
  }
}
