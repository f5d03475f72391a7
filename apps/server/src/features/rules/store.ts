import { isSameSection, MAX_RULE_VERSIONS, type RuleSection } from '@fieldhouse/domain/league/rules'
import type { Transaction } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { inSnapshot, inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { recordEvent } from '../../repositories/events/league-events.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'
import { isAdopted, withoutDeadLinks } from './proposal-link-store.ts'

export type RuleVersion = {
  /** Counts up from 1. */
  version: number
  userId: number
  savedAt: Date
  note: string
  /** The version that was restored; null for an edit. */
  restoredFrom: number | null
}

export type StoredSection = RuleSection & {
  /** null without one, and once it is deleted. The question is empty while the proposal is hidden. */
  proposal: { id: number; question: string } | null
}

/** `id` is null for a new section. */
export type EditedSection = Omit<RuleSection, 'id'> & { id: number | null; proposalId: number | null }

/** `version` is null without rules. */
export type StoredRules = { version: RuleVersion | null; sections: StoredSection[] }

export type RulesResult =
  | { kind: 'saved' | 'proposal_not_adopted' | 'rule_version_not_found' }
  /** Somebody else has saved this version since the editor read the rules. */
  | { kind: 'rules_changed'; newest: RuleVersion | null }

/** What an admin has read of the rules, and when they save. */
export type RuleEdit = {
  leagueId: number
  /** The newest version that the editor has seen; 0 without rules. */
  editedVersion: number
  actor: Actor
  now: Date
}

/** A version and the sections of the one before it; null if it is not stored. */
export function findVersion(
  db: Db,
  leagueId: number,
  wanted: number,
): Promise<{ version: RuleVersion; sections: StoredSection[]; previous: StoredSection[] } | null> {
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

/** Saves a version, unless nothing has changed. Proposals that sections newly name must be adopted, or are deleted. */
export function saveSections(
  db: Db,
  edit: RuleEdit,
  edited: readonly EditedSection[],
  note: string,
): Promise<RulesResult> {
  return inTransaction(db, async (transaction): Promise<RulesResult> => {
    const { leagueId, editedVersion, now } = edit
    await lockLeague(transaction, leagueId)
    const { version, sections } = await readRules(transaction, leagueId)
    if ((version?.version ?? 0) !== editedVersion) return { kind: 'rules_changed', newest: version }
    const linked = new Set(sections.flatMap(({ proposal }) => proposal?.id ?? []))
    const linkable = await withoutDeadLinks(transaction, edited)
    const newLinks = linkable.flatMap(({ proposalId }) => proposalId ?? []).filter((id) => !linked.has(id))
    for (const id of newLinks)
      if (!(await isAdopted(transaction, leagueId, id, now))) return { kind: 'proposal_not_adopted' }
    const saved = await withSectionIds(transaction, leagueId, linkable)
    if (!isSameText(sections, saved)) await addVersion(transaction, edit, sections, saved, { note })
    return { kind: 'saved' }
  })
}

/** Saves the sections of a version again. */
export function restoreSections(db: Db, edit: RuleEdit, restored: number): Promise<RulesResult> {
  return inTransaction(db, async (transaction): Promise<RulesResult> => {
    const { leagueId, editedVersion } = edit
    await lockLeague(transaction, leagueId)
    const versions = await listVersions(transaction, leagueId)
    const newest = versions[0] ?? null
    if ((newest?.version ?? 0) !== editedVersion) return { kind: 'rules_changed', newest }
    if (!versions.some(({ version }) => version === restored)) return { kind: 'rule_version_not_found' }
    const sections = await selectSections(transaction, leagueId, restored)
    const current = await selectSections(transaction, leagueId, editedVersion)
    const saved = sections.map(({ proposal, ...section }) => ({
      ...section,
      proposalId: proposal?.id ?? null,
    }))
    if (!isSameText(current, saved))
      await addVersion(transaction, edit, current, saved, { restoredFrom: restored })
    return { kind: 'saved' }
  })
}

type Reader = Pick<Db, 'selectFrom'>

/** The version in force. `db` should be a snapshot. */
export async function readRules(db: Reader, leagueId: number): Promise<StoredRules> {
  const [version = null] = await listVersions(db, leagueId, 1)
  const sections = version === null ? [] : await selectSections(db, leagueId, version.version)
  return { version, sections }
}

/** Newest first. */
export async function listVersions(
  db: Reader,
  leagueId: number,
  limit = MAX_RULE_VERSIONS,
): Promise<RuleVersion[]> {
  const rows = await db
    .selectFrom('rule_versions')
    .select(['version', 'user_id as userId', 'saved_at', 'note', 'restored_from as restoredFrom'])
    .where('league_id', '=', leagueId)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ saved_at, ...row }) => ({ ...row, savedAt: new Date(saved_at) }))
}

async function selectSections(db: Reader, leagueId: number, version: number): Promise<StoredSection[]> {
  const rows = await db
    .selectFrom('rule_sections')
    .leftJoin('feed_proposals', 'feed_proposals.item_id', 'rule_sections.proposal_id')
    .leftJoin('feed_items as item', 'item.id', 'rule_sections.proposal_id')
    .select(['section as id', 'heading', 'body', 'proposal_id', 'feed_proposals.question'])
    .select('item.hidden_at')
    .where('rule_sections.league_id', '=', leagueId)
    .where('rule_sections.version', '=', version)
    .orderBy('position')
    .execute()
  return rows.map(({ proposal_id, question, hidden_at, ...section }) => ({
    ...section,
    proposal:
      proposal_id === null || question === null
        ? null
        : { id: proposal_id, question: hidden_at === null ? question : '' },
  }))
}

type NewSection = RuleSection & { proposalId: number | null }

/** Numbers new sections after those of all versions. A section that no version has is a new one. */
async function withSectionIds(
  db: Reader,
  leagueId: number,
  sections: readonly EditedSection[],
): Promise<NewSection[]> {
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

function isSameText(before: readonly StoredSection[], after: readonly NewSection[]): boolean {
  return (
    before.length === after.length &&
    before.every((section, index) => {
      const other = after[index]
      return (
        other !== undefined &&
        section.id === other.id &&
        isSameSection(section, other) &&
        (section.proposal?.id ?? null) === other.proposalId
      )
    })
  )
}

/** Stores the next version with its audit entry and its events, and removes the oldest one if there are too many. */
async function addVersion(
  transaction: Transaction<Database>,
  { leagueId, editedVersion, actor, now }: RuleEdit,
  before: readonly StoredSection[],
  sections: readonly NewSection[],
  { note = '', restoredFrom = null }: { note?: string; restoredFrom?: number | null },
): Promise<void> {
  const version = editedVersion + 1
  await transaction
    .insertInto('rule_versions')
    .values({
      league_id: leagueId,
      version,
      user_id: actor.userId,
      saved_at: now.getTime(),
      note,
      restored_from: restoredFrom,
    })
    .execute()
  if (sections.length > 0)
    await transaction
      .insertInto('rule_sections')
      .values(
        sections.map(({ id, heading, body, proposalId }, position) => ({
          league_id: leagueId,
          version,
          position,
          section: id,
          heading,
          body,
          proposal_id: proposalId,
        })),
      )
      .execute()
  await transaction
    .deleteFrom('rule_versions')
    .where('league_id', '=', leagueId)
    .where('version', '<=', version - MAX_RULE_VERSIONS)
    .execute()
  await recordAuditEntry(transaction, {
    at: now,
    actor,
    action: restoredFrom === null ? 'rules.save' : 'rules.restore',
    leagueId,
    detail: { version, note, ...(restoredFrom === null ? {} : { restored: restoredFrom }) },
  })
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

/** The proposals that have become a rule, or are no longer one, or the rule has another ID. */
function changedLinks(before: readonly StoredSection[], after: readonly NewSection[]): Set<number> {
  const keyOf = (section: number, proposal: number) => `${section} ${proposal}`
  const old = before.flatMap(({ id, proposal }) =>
    proposal === null ? [] : { section: id, id: proposal.id },
  )
  const now = after.flatMap(({ id, proposalId }) =>
    proposalId === null ? [] : { section: id, id: proposalId },
  )
  const keys = (links: typeof old) => new Set(links.map(({ section, id }) => keyOf(section, id)))
  const [oldKeys, newKeys] = [keys(old), keys(now)]
  return new Set(
    [...old, ...now]
      .filter(({ section, id }) => oldKeys.has(keyOf(section, id)) !== newKeys.has(keyOf(section, id)))
      .map(({ id }) => id),
  )
}
