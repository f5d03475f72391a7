import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type ActField, addressOf, fieldsOf, optionOf, usageOf } from './act-fields.ts'
import type { Act, FileUse } from './acts.ts'
import { answerLines } from './answer-lines.ts'
import { type Asked, askAtConsole } from './at-console.ts'
import { type Command, UsageError } from './command.ts'
import { fileToRead } from './file-argument.ts'

type Values = Readonly<Record<string, string | boolean | null | undefined>>

/** A command that asks what the page asks, with an option for each field of the call. */
export function actCommand(name: string, act: Act): Command {
  const fields = fieldsOf(act)
  return {
    usage: usageOf(name, act, fields),
    async run(args, tell) {
      const { values, positionals } = parseArgs({
        args,
        options: { as: { type: 'string' }, ...optionsFor(fields) },
        allowPositionals: act.files !== undefined,
        allowNegative: true,
      })
      const given = givenTo(fields, values)
      const files = act.files === undefined ? [] : filesNamed(positionals, act.files)
      const body = await askAtConsole(name, values.as, {
        operation: act.operation,
        address: addressOf(act.operation.url, fields, given),
        ...(await payloadOf(act, fields, given, files)),
      })
      const isJson = act.operation.schema.produces === undefined
      for (const line of isJson ? answerLines(JSON.parse(body)) : [body.trimEnd()]) tell(line)
    },
  }
}

function optionsFor(fields: readonly ActField[]): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(
    fields.map(({ name, isFlag }) => [optionOf(name), { type: isFlag ? 'boolean' : 'string' }]),
  )
}

/** By the names of the fields. Throws a UsageError that names what is missing. */
function givenTo(fields: readonly ActField[], values: Values): Values {
  const missing = fields.filter(({ name, isRequired }) => isRequired && values[optionOf(name)] === undefined)
  if (missing.length > 0) {
    throw new UsageError(`Missing: ${missing.map(({ name }) => `--${optionOf(name)}`).join(', ')}.`)
  }
  return Object.fromEntries(fields.map(({ name }) => [name, values[optionOf(name)]]))
}

function filesNamed(positionals: readonly string[], use: FileUse): string[] {
  if ('textOf' in use) return [fileToRead(positionals, `Name the file that holds it.`)]
  if (positionals.length === 0) throw new UsageError('Name the files to send.')
  return positionals.map((file) => fileToRead([file], 'Name the files to send.'))
}

async function payloadOf(
  { operation, fixed = {}, files: use }: Act,
  fields: readonly ActField[],
  given: Values,
  files: readonly string[],
): Promise<Pick<Asked, 'payload' | 'headers'>> {
  if (use !== undefined && 'formField' in use) return formOf(use.formField, files)
  if (operation.schema.body === undefined) return {}
  const payload: Record<string, unknown> = { ...fixed }
  for (const { place, name } of fields) if (place === 'body') payload[name] = given[name]
  if (use !== undefined) for (const file of files) payload[use.textOf] = readFileSync(file, 'utf8').trim()
  return { payload }
}

async function formOf(field: string, files: readonly string[]): Promise<Pick<Asked, 'payload' | 'headers'>> {
  const form = new FormData()
  for (const file of files) form.append(field, new Blob([readFileSync(file)]), basename(file))
  const packed = new Response(form)
  return {
    payload: Buffer.from(await packed.arrayBuffer()),
    headers: { 'content-type': packed.headers.get('content-type') ?? '' },
  }
}
