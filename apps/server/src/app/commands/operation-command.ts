import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { ErrorBody } from '@fieldhouse/contract/errors'
import type { Operation } from '@fieldhouse/contract/operation'
import { normalizeName } from '@fieldhouse/domain/names'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { z } from 'zod'
import { buildApp } from '../../app.ts'
import { SESSION_COOKIE } from '../../auth/access.ts'
import { CSRF_COOKIE } from '../../auth/csrf.ts'
import { endSessionWith, startSession } from '../../auth/session-store.ts'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { findByUsername } from '../../features/accounts/store.ts'
import { listAccounts } from '../../features/accounts/users.ts'
import { recordAuditEntry } from '../../repositories/audit/audit.ts'
import type { Settings } from '../../settings.ts'
import { createIntegrations } from '../integrations.ts'
import { recentErrors } from '../recent-errors.ts'
import { clockOf } from '../run-server.ts'
import { listSettings, readSettingsFile } from '../settings-in-effect.ts'
import { type Command, existingFileArgument, FailedError, UsageError } from './command.ts'
import { formatOutput } from './format-output.ts'
import type { FileUse, OperationCommandSpec } from './operation-commands.ts'
import { withDatabase } from './with-database.ts'

const MISSING_FILES_MESSAGE = 'Specify the files to upload.'

type Values = Readonly<Record<string, string | boolean | null | undefined>>

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
  if (missing.length > 0)
    throw new UsageError(
      `Missing options: ${missing.map(({ name }) => `--${optionNameOf(name)}`).join(', ')}.`,
    )
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

export type OperationField = {
  location: (typeof LOCATIONS)[number]
  name: string
  isFlag: boolean
  isRequired: boolean
  /** The allowed values; null if any value is allowed. */
  choices: readonly string[] | null
}

function commandFieldsOf({ operation, fixedValues = {}, omittedFields = [], files }: OperationCommandSpec) {
  const excluded = [...Object.keys(fixedValues), ...omittedFields]
  if (files !== undefined && 'textOf' in files) excluded.push(files.textOf)
  return allFieldsOf(operation).filter(({ name }) => !excluded.includes(name))
}

function optionNameOf(field: string): string {
  return field.replaceAll('_', '-')
}

function usageText(name: string, { files }: OperationCommandSpec, fields: readonly OperationField[]) {
  const options = fields.map((field) => (field.isRequired ? optionText(field) : `[${optionText(field)}]`))
  const fileArguments = files === undefined ? [] : ['textOf' in files ? 'FILE' : 'FILE…']
  return [name, ...options, '[--as SITE_ADMIN]', ...fileArguments].join(' ')
}

function buildUrl(url: string, fields: readonly OperationField[], values: Values): string {
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

type AdminRequest = {
  operation: Operation
  /** Path and query string, with all parameters filled in. */
  url: string
  payload?: InjectOptions['payload']
  headers?: Record<string, string>
}

/**
 * Runs an API request as a site admin, in this process, also while a server is running. Returns the response
 * body. A request that changes data is recorded in the audit log as started from the command line. Throws a
 * FailedError with the message of an error response, and a UsageError if the site admin is unknown or `as` is
 * missing and there are several.
 */
export function runAsAdmin(command: string, as: string | undefined, request: AdminRequest): Promise<string> {
  return withDatabase(async (db, settings) => {
    const now = clockOf(settings)
    const admin = await requireSiteAdmin(db, as)
    const app = await buildQuietApp(db, settings, now)
    const session = { userId: admin.id, userAgent: 'npm run admin', address: null, now: now() }
    const token = await inTransaction(db, (transaction) => startSession(transaction, session))
    try {
      if (request.operation.method !== 'GET') {
        const detail = { command, username: admin.username }
        await recordAuditEntry(db, { at: now(), actor: null, action: 'console.act', detail })
      }
      return await sendRequest(app, token, request)
    } finally {
      await endSessionWith(db, token)
      await app.close()
    }
  })
}

async function buildQuietApp(db: Db, settings: Settings, now: () => Date): Promise<FastifyInstance> {
  const log = pino({ level: 'error' }, pino.destination({ dest: 2, sync: true }))
  const integrations = await createIntegrations(db, settings, log, now)
  // Access to the machine is what proves the right to run commands.
  return buildApp({
    db,
    settings: { ...settings, REQUIRE_SECOND_FACTOR: false },
    settingsInEffect: listSettings(settings, process.env, readSettingsFile()),
    errors: recentErrors(now),
    ...integrations,
    pageFolder: null,
    log,
    metrics: new Registry(),
    now,
  })
}

async function requireSiteAdmin(db: Db, username: string | undefined) {
  const admins = (await listAccounts(db)).filter(({ isAdmin }) => isAdmin).map((each) => each.username)
  const [first, ...others] = admins
  if (first === undefined) throw new UsageError('There is no site admin yet. Create one with create-admin.')
  if (username === undefined && others.length > 0)
    throw new UsageError(`There are several site admins. Choose one with --as: ${admins.join(', ')}.`)
  const requested = username ?? first
  const match = admins.find((each) => normalizeName(each) === normalizeName(requested))
  const account = match === undefined ? null : await findByUsername(db, match)
  if (account === null) throw new UsageError(`Site admin not found: ${requested}.`)
  return account
}

async function sendRequest(app: FastifyInstance, token: string, request: AdminRequest): Promise<string> {
  const { csrfToken } = (await app.inject({ method: 'GET', url: '/api/csrf/' })).json<{ csrfToken: string }>()
  const response = await app.inject({
    method: request.operation.method,
    url: request.url,
    cookies: { [SESSION_COOKIE]: token, [CSRF_COOKIE]: csrfToken },
    headers: { 'x-csrftoken': csrfToken, ...request.headers },
    ...(request.payload === undefined ? {} : { payload: request.payload }),
  })
  if (response.statusCode < 400) return response.body
  const { error, fields = {} } = response.json<ErrorBody>()
  throw new FailedError([...new Set([error, ...Object.values(fields)])].join(' '))
}
