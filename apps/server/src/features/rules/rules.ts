import type { ResponseOf } from '@fieldhouse/contract/operation'
import * as contract from '@fieldhouse/contract/rules'
import { adoptedOption, isSameSection, MAX_RULE_VERSIONS } from '@fieldhouse/domain/league/rules'
import type { Context } from '../../context.ts'
import { type Db, inSnapshot } from '../../database/engine/database.ts'
import { ApiError, orThrow } from '../../http/errors/api-error.ts'
import { type Call, operation } from '../../http/operation.ts'
import type { AuditedChange } from '../../repositories/audit.ts'
import { changeLeague, recordEvent } from '../../repositories/change-league.ts'
import { type DisplayNames, loadDisplayNames } from '../../repositories/memberships.ts'

export const rules = [
  operation(contract.getRules, ({ ctx, league }) => presentRules(ctx, league.id)),

  /** Saves a version, unless nothing has changed. Proposals that sections newly name must be adopted, or are deleted. */
  operation(contract.saveRules, async (call) => {
    const { ctx, league, body } = call
    await changeLeague(call, async (change) => {
      const { transaction, now } = change
      const { version, sections } = await readRules(transaction, league.id)
      if ((version?.version ?? 0) !== body.version) throw await rulesChanged(transaction, league.id, version)
      const linkable = await withoutDeadLinks(transaction, body.sections)
      const linked = new Set(sections.map(({ proposal_id }) => proposal_id))
      for (const { proposal_id: id } of linkable)
        if (id !== null && !linked.has(id) && !(await isAdopted(transaction, league.id, id, now)))
          throw new ApiError('proposal_not_adopted')
      const saved = await withSectionIds(transaction, league.id, linkable)
      if (!isSameText(sections, saved)) await addVersion(call, change, sections, saved, { note: body.note })
    })
    return presentRules(ctx, league.id)
  }),

  operation(contract.listRuleVersions, async ({ ctx, league }) => {
    const versions = await listVersions(ctx.db, league.id)
    const authors = await namesOf(ctx, league.id, versions)
    return { versions: versions.map((version) => presentVersion(version, authors)) }
  }),

  operation(contract.getRuleVersion, async ({ ctx, league, params }) => {
    const found = orThrow(await findVersion(ctx.db, league.id, params.version), 'rule_version_not_found')
    return {
      version: presentVersion(found.version, await namesOf(ctx, league.id, [found.version])),
      sections: found.sections.map(presentSection),
      previous_sections: found.previous.map(presentSection),
    }
  }),

  operation(contract.restoreRules, async (call) => {
    const { ctx, league, body } = call
    const { restored } = body
    await changeLeague(call, async (change) => {
      const { transaction } = change
      const versions = await listVersions(transaction, league.id)
      if ((versions[0]?.version ?? 0) !== body.version)
        throw await rulesChanged(transaction, league.id, versions[0])
      if (!versions.some(({ version }) => version === restored)) throw new ApiError('rule_version_not_found')
      const sections = await selectSections(transaction, league.id, restored)
      const current = await selectSections(transaction, league.id, body.version)
      if (!isSameText(current, sections))
        await addVersion(call, change, current, sections, { restoredFrom: restored })
    })
    return presentRules(ctx, league.id)
  }),
]

/** @param newest the version in force; undefined without rules */
async function rulesChanged(transaction: Db, leagueId: number, newest: RuleVersion | undefined) {
  if (newest === undefined) return new ApiError('rules_changed')
  const names = await loadDisplayNames(transaction, leagueId, [newest.user_id])
  const author = names.get(newest.user_id) ?? 'Somebody else'
  const message = `${author} saved version ${newest.version} of the rules in the meantime. Nothing was saved.`
  return new ApiError('rules_changed', { message })
}

async function presentRules(ctx: Context, leagueId: number): Promise<ResponseOf<typeof contract.getRules>> {
  const { version, sections } = await inSnapshot(ctx.db, (snapshot) => readRules(snapshot, leagueId))
  return {
    current: version === undefined ? null : presentVersion(version, await namesOf(ctx, leagueId, [version])),
    sections: sections.map(presentSection),
  }
}

function presentVersion({ user_id, saved_at, ...version }: RuleVersion, names: DisplayNames) {
  const saved_by = names.get(user_id) ?? ''
  return { ...version, saved_at: new Date(saved_at).toISOString(), saved_by }
}

const presentSection = ({ proposal_id, question, ...section }: StoredSection) => ({
  ...section,
  proposal: proposal_id === null ? null : { id: proposal_id, question },
})

function namesOf(ctx: Context, leagueId: number, versions: readonly RuleVersion[]): Promise<DisplayNames> {
  const userIds = new Set(versions.map(({ user_id }) => user_id))
  return ctx.names.load(leagueId, JSON.stringify([...userIds].sort((a, b) => a - b)))
}

type EditedSection = Call<typeof contract.saveRules>['body']['sections'][number]

type RuleCall = Pick<Call<typeof contract.saveRules>, 'league' | 'user'> & { body: { version: number } }

type NewSection = EditedSection & { id: number }

function findVersion(db: Db, leagueId: number, wanted: number) {
  return inSnapshot(db, async (snapshot) => {
    const versions = await listVersions(snapshot, leagueId)
    const index = versions.findIndex(({ version }) => version === wanted)
    const version = versions[index]
    if (version === undefined) return null
    const before = versions[index + 1]
    return {
      version,
      sections: await selectSections(snapshot, leagueId, wanted),
      previous: before === undefined ? [] : await selectSections(snapshot, leagueId, before.version),
    }
  })
}

/** The version in force; undefined without rules. `db` should be a snapshot. */
async function readRules(db: Db, leagueId: number) {
  const [version] = await listVersions(db, leagueId, 1)
  const sections = version === undefined ? [] : await selectSections(db, leagueId, version.version)
  return { version, sections }
}

/** Newest first. Versions count up from 1. `restored_from`: the version that was restored; null for an edit. */
function listVersions(db: Db, leagueId: number, limit = MAX_RULE_VERSIONS) {
  return db
    .selectFrom('rule_versions')
    .select(['version', 'user_id', 'saved_at', 'note', 'restored_from'])
    .where('league_id', '=', leagueId)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
}

type RuleVersion = Awaited<ReturnType<typeof listVersions>>[number]

/** `question` is that of the proposal, and empty while the proposal is hidden. */
async function selectSections(db: Db, leagueId: number, version: number) {
  const rows = await db
    .selectFrom('rule_sections')
    .leftJoin('feed_proposals', 'feed_proposals.item_id', 'rule_sections.proposal_id')
    .leftJoin('feed_items as item', 'item.id', 'rule_sections.proposal_id')
    .select(['section as id', 'heading', 'body', 'feed_proposals.item_id as proposal_id'])
    .select(['feed_proposals.question', 'item.hidden_at'])
    .where((eb) => eb.and({ 'rule_sections.league_id': leagueId, 'rule_sections.version': version }))
    .orderBy('position')
    .execute()
  return rows.map(({ question, hidden_at, ...section }) => ({
    ...section,
    question: hidden_at === null ? (question ?? '') : '',
  }))
}

type StoredSection = Awaited<ReturnType<typeof selectSections>>[number]

async function withoutDeadLinks(db: Db, sections: readonly EditedSection[]): Promise<EditedSection[]> {
  const ids = sections.flatMap(({ proposal_id }) => proposal_id ?? [])
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('feed_proposals').select('item_id').where('item_id', 'in', ids).execute()
  const found = new Set(rows.map(({ item_id }) => item_id))
  const linkOf = (id: number | null) => (id !== null && found.has(id) ? id : null)
  return sections.map((section) => ({ ...section, proposal_id: linkOf(section.proposal_id) }))
}

/** Whether a proposal of the league is closed and one option has won. */
async function isAdopted(db: Db, leagueId: number, proposalId: number, now: Date): Promise<boolean> {
  const options = await db
    .selectFrom('feed_items')
    .innerJoin('feed_proposals', 'feed_proposals.item_id', 'feed_items.id')
    .innerJoin('proposal_options', 'proposal_options.proposal_id', 'feed_items.id')
    .select(['feed_proposals.closes_at', 'proposal_options.text', 'proposal_options.votes_count as votes'])
    .where((eb) => eb.and({ 'feed_items.id': proposalId, 'feed_items.league_id': leagueId }))
    .execute()
  return adoptedOption({ closesAt: options[0]?.closes_at ?? null, options }, now) !== null
}

/** Numbers new sections after those of all versions. A section that no version has is a new one. */
async function withSectionIds(db: Db, leagueId: number, sections: readonly EditedSection[]) {
  const rows = await db
    .selectFrom('rule_sections')
    .select('section')
    .distinct()
    .where('league_id', '=', leagueId)
    .execute()
  const known = new Set(rows.map(({ section }) => section))
  let last = Math.max(0, ...known)
  return sections.map((section) => {
    if (section.id !== null && known.has(section.id)) return { ...section, id: section.id }
    last += 1
    return { ...section, id: last }
  })
}

function isSameText(before: readonly NewSection[], after: readonly NewSection[]): boolean {
  const isSame = (a: NewSection, b: NewSection | undefined) =>
    b !== undefined && a.id === b.id && isSameSection(a, b) && a.proposal_id === b.proposal_id
  return before.length === after.length && before.every((section, index) => isSame(section, after[index]))
}

async function addVersion(
  { league: { id: leagueId }, user, body }: RuleCall,
  { transaction, now, audit }: AuditedChange,
  before: readonly NewSection[],
  sections: readonly NewSection[],
  { note = '', restoredFrom = null }: { note?: string; restoredFrom?: number | null },
): Promise<void> {
  const version = body.version + 1
  await transaction
    .insertInto('rule_versions')
    .values({
      league_id: leagueId,
      version,
      user_id: user.userId,
      saved_at: now.getTime(),
      note,
      restored_from: restoredFrom,
    })
    .execute()
  if (sections.length > 0)
    await transaction
      .insertInto('rule_sections')
      .values(
        sections.map(({ id: section, heading, body, proposal_id }, position) => {
          return { league_id: leagueId, version, position, section, heading, body, proposal_id }
        }),
      )
      .execute()
  await transaction
    .deleteFrom('rule_versions')
    .where('league_id', '=', leagueId)
    .where('version', '<=', version - MAX_RULE_VERSIONS)
    .execute()
  const detail = { version, note, ...(restoredFrom !== null && { restored: restoredFrom }) }
  await audit(restoredFrom === null ? 'rules.save' : 'rules.restore', detail)
  await recordEvent(transaction, leagueId, { name: 'rules', data: { version } }, now)
  for (const id of changedLinks(before, sections)) {
    const { version: itemVersion } = await transaction
      .updateTable('feed_items')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .returning('version')
      .executeTakeFirstOrThrow()
    const data = { change: 'changed', type: 'proposal', id, version: itemVersion } as const
    await recordEvent(transaction, leagueId, { name: 'feed', data }, now)
  }
}

function changedLinks(before: readonly NewSection[], after: readonly NewSection[]): Set<number> {
  const linksOf = (sections: readonly NewSection[]) =>
    new Map(
      sections.flatMap(({ id, proposal_id }) =>
        proposal_id === null ? [] : [[`${id} ${proposal_id}`, proposal_id]],
      ),
    )
  const [old, now] = [linksOf(before), linksOf(after)]
  const changed = [...old, ...now].filter(([key]) => old.has(key) !== now.has(key))
  return new Set(changed.map(([, proposalId]) => proposalId))
}
