import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { ErrorBody } from '@fieldhouse/contract/errors'
import type { Operation } from '@fieldhouse/contract/operation'
import { operations } from '@fieldhouse/contract/operations'
import { normalizeName } from '@fieldhouse/domain/names'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { z } from 'zod'
import { buildApp } from '../../app.ts'
import { CSRF_COOKIE, SESSION_COOKIE } from '../../auth/access.ts'
import { endSessionWith, startSession } from '../../auth/session-store.ts'
import { type Db, inTransaction } from '../../database/engine/database.ts'
import { findByUsername } from '../../features/accounts/sign-in.ts'
import { listAccounts } from '../../features/accounts/users.ts'
import { recordAuditEntry } from '../../repositories/audit.ts'
import type { Settings } from '../../settings.ts'
import { createIntegrations } from '../integrations.ts'
import { listSettings, readSettingsFile, recentErrors } from '../monitoring.ts'
import { clockOf } from '../run-server.ts'
import {
  type Command,
  existingFileArgument,
  FailedError,
  formatOutput,
  UsageError,
  withDatabase,
} from './command.ts'

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

type OperationField = {
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
function runAsAdmin(command: string, as: string | undefined, request: AdminRequest): Promise<string> {
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

type OperationCommandSpec = {
  operation: Operation
  /** What the command does, if that is not what the operation does in general. */
  summary?: string
  fixedValues?: Readonly<Record<string, string | boolean | null>>
  omittedFields?: readonly string[]
  files?: FileUse
}

/**
 * `textOf`: the text of the file is the value of this body field, so that a secret does not appear in the shell
 * history or the process list. `formField`: the files are uploaded as this field of a multipart form.
 */
type FileUse = { textOf: string } | { formField: string }

export const OPERATION_COMMANDS: Readonly<Record<string, OperationCommandSpec>> = {
  status: { operation: operations.listLeagueStatus },
  jobs: { operation: operations.listLeagueJobs },
  'stop-backfill': { operation: operations.stopBackfill },
  'failed-jobs': { operation: operations.listFailedJobs },
  'retry-job': { operation: operations.retryFailedJob },
  'dismiss-job': { operation: operations.dismissFailedJob },
  'dismiss-jobs': { operation: operations.dismissFailedJobs },
  'preview-league': { operation: operations.previewLeague, omittedFields: ['cookies'] },
  'create-league': {
    operation: operations.createLeague,
    omittedFields: ['source', 'cookies', 'reads_season'],
  },
  settings: { operation: operations.getLeagueSettings },
  'save-settings': { operation: operations.saveLeagueSettings, omittedFields: ['expected'] },
  'save-keeper-rule': { operation: operations.saveKeeperRule },
  'remove-keeper-rule': {
    operation: operations.saveKeeperRule,
    summary: 'Removes the keeper rule of a league',
    fixedValues: { unit: null },
    omittedFields: ['step', 'undrafted', 'undrafted_cost', 'max_years', 'max_keepers'],
  },
  storage: { operation: operations.getLeagueStorage },
  'delete-league': { operation: operations.deleteLeague },

  cookies: { operation: operations.getLeagueCookieStatus },
  'server-cookies': { operation: operations.getServerCookieStatus },
  'save-cookies': {
    operation: operations.saveEspnCredentials,
    omittedFields: ['s2'],
    files: { textOf: 'swid' },
  },
  'test-cookies': { operation: operations.testEspnCredentials },
  'clear-cookies': {
    operation: operations.saveEspnCredentials,
    summary: 'Removes the ESPN cookies of a league',
    fixedValues: { swid: '', s2: '' },
    omittedFields: ['force'],
  },
  'allow-server-cookies': {
    operation: operations.allowServerCookies,
    summary: "Lets refreshes of a league use the server's own cookies",
    fixedValues: { allowed: true },
  },
  'forbid-server-cookies': {
    operation: operations.allowServerCookies,
    summary: "Stops refreshes of a league from using the server's own cookies",
    fixedValues: { allowed: false },
  },

  'site-settings': { operation: operations.getSiteSettings },
  'save-site-settings': { operation: operations.saveSiteSettings },
  users: { operation: operations.listUsers },
  'reset-link': { operation: operations.createResetLink },
  'set-staff': { operation: operations.setStaff },
  'disable-account': {
    operation: operations.setDisabled,
    summary: 'Signs somebody out everywhere, and lets them sign in no more',
    fixedValues: { is_disabled: true },
  },
  'remove-second-factors': { operation: operations.removeSecondFactors },
  'enable-account': {
    operation: operations.setDisabled,
    summary: 'Lets the owner of a disabled account sign in again',
    fixedValues: { is_disabled: false },
  },
  members: { operation: operations.listMembers },
  'assign-user': { operation: operations.assignUser },
  'remove-member': { operation: operations.removeMember },
  teams: { operation: operations.listTeams },
  'assign-team': { operation: operations.assignTeam, omittedFields: ['expected'] },
  'clear-team': {
    operation: operations.assignTeam,
    summary: 'Removes the assignment of a team',
    fixedValues: { username: null },
    omittedFields: ['expected'],
  },
  requests: { operation: operations.listJoinRequests },
  'approve-request': { operation: operations.approveJoinRequest },
  'reject-request': { operation: operations.rejectJoinRequest },
  invites: { operation: operations.listInviteLinks },
  'create-invite': { operation: operations.createInviteLink },
  'revoke-invite': { operation: operations.revokeInviteLink },
  'undo-claim': { operation: operations.undoInviteClaim },
  sources: { operation: operations.listSources },
  'sleeper-leagues': { operation: operations.listSleeperLeagues },
  'add-source': { operation: operations.addSource, omittedFields: ['preview'] },
  'edit-source': { operation: operations.editSource, omittedFields: ['preview'] },
  'remove-source': { operation: operations.removeSource },
  'public-link': { operation: operations.getPublicLink },
  'create-public-link': { operation: operations.createPublicLink },
  'save-public-link': { operation: operations.savePublicLink },
  'revoke-public-link': { operation: operations.revokePublicLink },

  seasons: { operation: operations.listSeasons },
  'preview-seasons': { operation: operations.previewSeasons, files: { formField: 'files' } },
  'upload-seasons': { operation: operations.uploadSeasons, files: { formField: 'files' } },
  'season-template': { operation: operations.getSeasonTemplate },
  'exclude-season': { operation: operations.excludeFromRecords, omittedFields: ['expected'] },
  'count-season': {
    operation: operations.excludeFromRecords,
    summary: 'Includes an excluded season in the records again',
    fixedValues: { reason: null },
    omittedFields: ['expected'],
  },
  merges: { operation: operations.listOwnerMerges },
  'merge-owners': { operation: operations.mergeOwners },
  'undo-merge': { operation: operations.undoOwnerMerge },
  'owner-picture': { operation: operations.uploadOwnerPicture, files: { formField: 'file' } },
  'remove-owner-picture': { operation: operations.deleteOwnerPicture },
  'trophy-picture': { operation: operations.uploadTrophyPicture, files: { formField: 'file' } },
  'describe-trophy': { operation: operations.describeTrophyPicture },
  'remove-trophy-picture': { operation: operations.deleteTrophyPicture },

  'import-picks': { operation: operations.refreshBets },
  'settle-pick': { operation: operations.settlePick, omittedFields: ['expected'] },
  'note-payment': { operation: operations.noteSlipPayment },
  'note-dues': { operation: operations.addDuesPayment },
  'adjust-dues': { operation: operations.addDuesAdjustment },
  'remove-dues-entry': { operation: operations.removeDuesEntry },
  'note-payout': { operation: operations.addDuesPayout },
  'undo-payout': { operation: operations.removeDuesPayout },
  'name-winner': { operation: operations.namePrizeWinner, omittedFields: ['expected'] },
  'remove-dues': { operation: operations.removeDues },
  'preview-recap': { operation: operations.previewRecap },
  webhook: { operation: operations.getWebhook },
  'save-webhook': { operation: operations.saveWebhook, files: { textOf: 'address' } },
  'test-webhook': { operation: operations.testWebhook },
  'remove-webhook': { operation: operations.deleteWebhook },
  'imported-people': { operation: operations.listImportedPeople },
  'link-imported-person': { operation: operations.linkImportedPerson },
  'unlink-imported-person': {
    operation: operations.linkImportedPerson,
    summary: 'Unlinks an imported person from an account',
    fixedValues: { username: null },
  },
  acts: { operation: operations.listAuditEntries },
}
