import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Operations, operations } from '@fieldhouse/contract/operations'
import { type SimulatedProvider, startSimulatedProvider } from '@fieldhouse/simulator/simulated-provider'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect, type Db } from '../../database/engine/database.ts'
import { createAccount } from '../../features/accounts/sign-in.ts'
import { IS_NET } from '../../testing/is-net.ts'
import { SUNDAY } from '../../testing/start-app.ts'
import { createTestDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { SAMPLE_S2, SAMPLE_SWID } from '../../testing/valid-requests.ts'
import { createAdminCommand } from './admin.ts'
import { backfillCommand } from './backfill.ts'
import { exportSeasonsCommand } from './league-archives.ts'
import { OPERATION_COMMANDS, operationCommand } from './operation-commands.ts'
import { refreshCommand } from './refresh.ts'

let folder: string
let simulated: SimulatedProvider
let dropDatabase: () => Promise<void>
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldhouse-console-'))
  simulated = await startSimulatedProvider({ seed: 7, now: () => SUNDAY })
  const postgres = TEST_ENGINE === 'postgres' ? await createTestDatabase('postgres') : null
  dropDatabase = async () => postgres?.drop()
  vi.stubEnv('DATA_DIR', folder)
  vi.stubEnv('DATABASE_URL', postgres?.address.engine === 'postgres' ? postgres.address.url : undefined)
  vi.stubEnv('ESPN_BASE_URL', simulated.url)
  vi.stubEnv('SOURCES_OFF', 'odds,weather,news,sheets')
  await run(createAdminCommand, '--username', 'boss')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await simulated.close()
  await dropDatabase()
  rmSync(folder, { recursive: true })
})

async function run(command: typeof createAdminCommand, ...args: string[]): Promise<string[]> {
  const lines: string[] = []
  await command.run(args, (line) => lines.push(line))
  return lines
}

function runAsAdmin(name: string, ...args: string[]): Promise<string[]> {
  const spec = OPERATION_COMMANDS[name]
  if (spec === undefined) throw new Error(`unknown command ${name}`)
  return run(operationCommand(name, spec), ...args)
}

const writeFile = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

async function withDb<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
  const url = process.env['DATABASE_URL']
  const file = join(folder, 'fieldhouse.db')
  const db = connect(url === undefined ? { engine: 'sqlite', file } : { engine: 'postgres', url })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Creates an account without any role. */
async function registerUser(username: string): Promise<void> {
  const account = { username, email: '', firstName: '', lastName: '', isAdmin: false, isStaff: false }
  await withDb((db) => createAccount(db, { ...account, passwordHash: 'none' }, SUNDAY))
}

/** Admin operations with a command of their own, or that only make sense in the web app. */
const OPERATIONS_WITHOUT_COMMAND: readonly (keyof Operations)[] = [
  'refreshLeagues',
  'getLeaguesRefresh',
  'refreshLeague',
  'acceptZeros',
  'backfillHistory',
  'readSeasons',
  'resetUserPassword',
  'exportLeague',
  'exportSeasons',
  'importLeague',
  'mergeAllOwners',
  'pinPost',
  'pinProposal',
  'saveRules',
  'restoreRules',
  'saveDues',
  'listReports',
  'hideContent',
  'unhideContent',
  'dismissReports',
  'reopenReports',
  'saveSlowMode',
  // `npm run backup` and `npm run admin -- doctor` do more.
  'listBackups',
  'makeBackup',
  'downloadBackup',
  'getSiteStatus',
  'getChecklist',
  'hideChecklist',
  'sendTestEmail',
]

describe('npm run admin', () => {
  it('has a command for every admin operation', () => {
    const covered = Object.values(OPERATION_COMMANDS).map(
      ({ operation }) => `${operation.method} ${operation.url}`,
    )
    const missing = (Object.keys(operations) as (keyof Operations)[]).filter((name) => {
      const { config, method, url } = operations[name]
      const isOpen = ['anyone', 'signed_in', 'member'].includes(config.access)
      return !isOpen && !covered.includes(`${method} ${url}`)
    })
    expect(missing.sort()).toEqual([...OPERATIONS_WITHOUT_COMMAND].sort())
  })

  it.runIf(IS_NET)('manages a league from creation to deletion', async () => {
    await registerUser('ben')
    const { leagueId } = simulated
    expect(await runAsAdmin('create-league', '--name', 'Harbour', '--espn-league-id', `${leagueId}`)).toEqual(
      ['League Harbour created.'],
    )
    const harbour = ['--league', 'Harbour']
    const cookies = writeFile('cookies', `SWID=${SAMPLE_SWID}; espn_s2=${SAMPLE_S2}`)
    expect(await runAsAdmin('save-cookies', ...harbour, cookies)).toEqual([
      'Saved. ESPN accepted these cookies.',
    ])
    expect(await runAsAdmin('cookies', ...harbour)).toContain('source: league')
    expect(await runAsAdmin('clear-cookies', ...harbour)).toEqual(['Cookies cleared.'])

    expect(await run(refreshCommand, '--all', '--season', '2026')).toEqual([
      expect.stringMatching(/^Harbour 2026: /),
    ])
    expect(await runAsAdmin('status')).toEqual([
      'leagues:',
      expect.stringMatching(/^ {2}name +season +last_status/),
      expect.stringMatching(/^ {2}Harbour +2026 +ok/),
    ])
    const backfilled = await run(backfillCommand, ...harbour, '--start', '2025', '--end', '2026')
    expect(backfilled).toContain('ingested: 2025, 2026')

    const teams = await runAsAdmin('teams', ...harbour)
    // The columns at the end are the team's ID, its user and its owners.
    const team = /(\d+) +— +\D+$/.exec(teams.find((line) => / +— +\D+$/.test(line)) ?? '')?.[1] ?? ''
    const teamOptions = [...harbour, '--league-team-id', team]
    expect(await runAsAdmin('assign-team', ...teamOptions, '--username', 'ben')).toEqual([
      'The team is now assigned to ben.',
    ])
    expect(await runAsAdmin('clear-team', ...teamOptions)).toEqual(['The team is now unassigned.'])
    expect(await runAsAdmin('assign-user', ...harbour, '--username', 'ben', '--role', 'viewer')).toEqual([
      'ben is now a viewer in Harbour.',
    ])
    expect((await runAsAdmin('members', ...harbour)).slice(2)).toEqual([
      expect.stringMatching(/^ {2}boss +boss +admin +— /),
      expect.stringMatching(/^ {2}ben +ben +viewer +— /),
    ])
    await expect(runAsAdmin('remove-member', ...harbour, '--username', 'boss')).rejects.toThrow(
      'The last admin of a league cannot be removed.',
    )
    expect(await runAsAdmin('remove-member', ...harbour, '--username', 'ben')).toEqual([
      'ben was removed from Harbour.',
    ])

    expect(
      await runAsAdmin('save-settings', ...harbour, '--season-note', 'Draft on Sunday', '--has-betslip'),
    ).toEqual(['Settings saved for Harbour.'])
    expect(await runAsAdmin('settings', ...harbour)).toEqual(
      expect.arrayContaining(['season_note: Draft on Sunday', 'has_betslip: yes', 'google_sheet_id: —']),
    )
    expect(await runAsAdmin('set-staff', '--username', 'ben', '--is-staff')).toEqual([
      'ben is now site staff.',
    ])

    const exported = join(folder, 'seasons.json')
    expect((await run(exportSeasonsCommand, ...harbour, exported)).at(-1)).toMatch(
      /^Exported \d+ seasons of Harbour/,
    )
    await expect(run(exportSeasonsCommand, ...harbour, exported)).rejects.toThrow('already exists')
    await expect(runAsAdmin('preview-seasons', ...harbour, exported)).rejects.toThrow('came from ESPN')

    const [template = ''] = await runAsAdmin('season-template', ...harbour, '--kind', 'standings')
    const header = 'season,team,owner,wins,losses,ties,points_for,points_against'
    expect(template).toContain(header)
    const csvFile = writeFile('old.csv', `${header}\n2009,Crew,Cy,one,0,0,0,0`)
    await expect(runAsAdmin('upload-seasons', ...harbour, csvFile)).rejects.toThrow(/^old\.csv: Row 2, wins/)
    writeFile('old.csv', `${header}\n2009,Crew,Cy,0,0,0,0,0`)
    expect((await runAsAdmin('upload-seasons', ...harbour, csvFile)).join('\n')).toContain('2009')

    const auditEntries = await runAsAdmin('acts', '--limit', '2')
    expect(auditEntries.join('\n')).toContain('season.upload')
    expect((await runAsAdmin('acts', '--action', 'console.act', '--limit', '1')).join('\n')).toMatch(
      /command: upload-seasons\n.*username: boss/,
    )
    await expect(runAsAdmin('delete-league', ...harbour, '--name', 'harbour')).rejects.toThrow('Type Harbour')
    expect(await runAsAdmin('delete-league', ...harbour, '--name', 'Harbour')).toEqual([
      'League Harbour deleted.',
    ])
  })

  it('rejects missing options, and a missing --as when there are several site admins', async () => {
    await expect(runAsAdmin('assign-user', '--league', 'Harbour')).rejects.toThrow(
      'Missing options: --username, --role.',
    )
    await expect(runAsAdmin('save-cookies', '--league', 'Harbour')).rejects.toThrow(
      'Specify the file that contains the value.',
    )
    await expect(runAsAdmin('teams', '--league', 'Nowhere')).rejects.toThrow('League not found.')
    await run(createAdminCommand, '--username', 'mate')
    await expect(runAsAdmin('status')).rejects.toThrow(
      'There are several site admins. Choose one with --as: boss, mate.',
    )
    await expect(runAsAdmin('status', '--as', 'ben')).rejects.toThrow('Site admin not found: ben.')
    expect(await runAsAdmin('status', '--as', 'MATE')).toEqual(['leagues: —'])
  })

  it('leaves no session behind', async () => {
    await runAsAdmin('users')
    expect(await runAsAdmin('users')).toEqual([
      'users:',
      expect.any(String),
      expect.stringMatching(/^ {2}boss/),
    ])
    const sessions = await withDb((db) => db.selectFrom('sessions').selectAll().execute())
    expect(sessions).toEqual([])
  })
})
