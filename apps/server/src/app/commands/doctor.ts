import { rmSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pluralize } from '@fieldhouse/domain/pluralize'
import { connect, isMigrated } from '../../database/engine/database.ts'
import { checkMailServer } from '../../mail/smtp-mailer.ts'
import { readSiteSettings } from '../../repositories/site/site-settings.ts'
import {
  givenSettings,
  loadEnvironment,
  readSettings,
  type Settings,
  unknownSettings,
} from '../../settings.ts'
import { describeStartError } from '../program.ts'
import { type Command, FailedError } from './command.ts'

const TIMEOUT_MS = 5000

const MIN_FREE_BYTES = 1024 ** 3

type Finding = { text: string; isProblem?: boolean }

/** Can run while a server is running. Changes nothing but what the first start would create. */
export const doctorCommand: Command = {
  summary: 'Checks settings, address, mail, disk, database and sources',
  usage: 'doctor',
  async run(args, printLine) {
    parseArgs({ args, options: {} })
    const environment = loadEnvironment()
    const settings = readSettings(environment)
    const checks: Record<string, Promise<Finding>[]> = {
      Settings: [checkNames(environment), ...unknownSettings(environment).map(describeUnknown)],
      Address: [checkAddress(settings)],
      Mail: [checkMail(settings)],
      Disk: [checkDisk(settings)],
      Database: [checkDatabase(settings)],
      Sources: sourcesOf(settings).map(checkSource),
    }
    let problems = 0
    for (const [topic, findings] of Object.entries(checks))
      for (const { text, isProblem = false } of await Promise.all(findings)) {
        if (isProblem) problems += 1
        printLine(`${isProblem ? '✗' : '✓'} ${topic.padEnd(8)}  ${text}`)
      }
    if (problems > 0) throw new FailedError(`${pluralize(problems, 'problem')} found.`)
  },
}

async function checkNames(environment: NodeJS.ProcessEnv): Promise<Finding> {
  const names = givenSettings(environment)
  return { text: names.length === 0 ? 'All have their default values.' : `Set: ${names.join(', ')}.` }
}

async function describeUnknown({ name, similar }: ReturnType<typeof unknownSettings>[number]) {
  return { text: `${name} is not a setting. Did you mean ${similar}?`, isProblem: true }
}

async function checkAddress({ PUBLIC_URL, PORT, database }: Settings): Promise<Finding> {
  const address = PUBLIC_URL ?? (await storedAddress(database))
  if (address === null)
    return { text: `http://localhost:${PORT}, which only this machine can open. Set PUBLIC_URL for others.` }
  const problem = await requestProblem(`${address}/healthz`, true)
  if (problem === null) return { text: `${address} answers.` }
  const hint = 'Is the server running, and does the name lead to it?'
  return { text: `${address} doesn't answer from here (${problem}). ${hint}`, isProblem: true }
}

/** What a site admin has confirmed. The check of the database says why it cannot be read. */
async function storedAddress(database: Settings['database']): Promise<string | null> {
  const db = connect(database)
  try {
    return (await isMigrated(db)) ? (await readSiteSettings(db)).address : null
  } catch {
    return null
  } finally {
    await db.destroy()
  }
}

async function checkMail({ SMTP_URL }: Settings): Promise<Finding> {
  if (SMTP_URL === undefined) return { text: 'Off: SMTP_URL is not set, so no email is sent.' }
  const { host } = new URL(SMTP_URL)
  const problem = await checkMailServer(SMTP_URL)
  if (problem === null) return { text: `${host} accepts email.` }
  return { text: `${host} doesn't accept email: ${problem}`, isProblem: true }
}

async function checkDisk({ dataDir }: Settings): Promise<Finding> {
  const probe = join(dataDir, `.doctor-${process.pid}`)
  try {
    writeFileSync(probe, '')
    rmSync(probe)
  } catch {
    return { text: `This user cannot write to ${dataDir}.`, isProblem: true }
  }
  const { bavail, bsize } = await statfs(dataDir)
  const text = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GB free in ${dataDir}.`
  return { text, isProblem: bavail * bsize < MIN_FREE_BYTES }
}

async function checkDatabase({ database }: Settings): Promise<Finding> {
  const name = database.engine === 'sqlite' ? database.file : 'PostgreSQL'
  const db = connect(database)
  try {
    if (await isMigrated(db)) return { text: `${name} is up to date.` }
    return { text: `${name} is new, or of another release. The next start migrates it.` }
  } catch (error) {
    return { text: String(describeStartError(error)), isProblem: true }
  } finally {
    await db.destroy()
  }
}

function sourcesOf(settings: Settings): string[] {
  const isOn = (source: (typeof settings.SOURCES_OFF)[number]) => !settings.SOURCES_OFF.includes(source)
  return [
    settings.ESPN_BASE_URL,
    settings.SLEEPER_BASE_URL,
    ...(isOn('odds') || isOn('news') ? [settings.ESPN_SITE_URL] : []),
    ...(isOn('weather') ? [settings.WEATHER_BASE_URL] : []),
    ...(isOn('news') ? [settings.NEWS_BASE_URL] : []),
    ...(settings.IMAGES_OFF ? [] : [settings.IMAGES_BASE_URL]),
  ]
}

async function checkSource(url: string): Promise<Finding> {
  const problem = await requestProblem(url, false)
  return problem === null
    ? { text: `${url} answers.` }
    : { text: `${url} doesn't answer (${problem}).`, isProblem: true }
}

/** Why a GET request fails; null if there is an answer, which must be a success if `mustSucceed` is true. */
async function requestProblem(url: string, mustSucceed: boolean): Promise<string | null> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    await response.body?.cancel()
    return mustSucceed && !response.ok ? `status ${response.status}` : null
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    return cause?.code ?? (error instanceof Error ? error.name : 'unknown error')
  }
}
