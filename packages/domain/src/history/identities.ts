import { LEAGUE_PROVIDERS, type ProviderName } from '../league/league-providers.ts'
import { slugify } from '../names.ts'
import { allNamesOf, nameKey, type Owner } from './owners.ts'

export type AccountSeason = {
  memberId: string
  season: number
  /** Where the season is from; null for a table that somebody has filled in. */
  provider: ProviderName | null
  team: string
  /** Whether the team counts as this account's. A co-owner's does not. */
  isPrimary: boolean
  isCommissioner: boolean
  coOwners: readonly string[]
}

export type IdentityEvidence = {
  seasons: readonly AccountSeason[]
  /** The users of this site who had the teams of an account, by account. */
  users: ReadonlyMap<string, ReadonlySet<string>>
}

export const IDENTITY_CONFIDENCES = ['high', 'medium', 'low'] as const
export type IdentityConfidence = (typeof IDENTITY_CONFIDENCES)[number]

/** How much each reason counts. None of the weak ones is enough without another one. */
const WEIGHTS = {
  sameUser: 100,
  sameName: 70,
  sameTeam: 60,
  similarName: 35,
  commissioner: 30,
  coOwner: 25,
  continuity: 15,
}
const HIGH = 80
const MEDIUM = 55
const LOW = 40
/** Candidates whose scores are closer than this are equally good. */
const CLOSE = 15

/** A name that somebody who has never named their team shares with others. */
const DEFAULT_TEAM_NAME = /^team-?\d*$/

type Profile = ReturnType<typeof profileOf>

type ComparableName = { text: string; key: string; compact: string; forms: string[] }

type Candidate = { a: Profile; b: Profile; score: number; reasons: string[] }

/**
 * Pairs of owners who are probably one person. `into` is the one to keep, with the name that people know, and the reasons
 * are sentences for admins, the strongest one first. People with teams in the same season are never the same. Most likely
 * first; nobody is suggested twice for the same seasons.
 */
export function suggestIdentities(owners: readonly Owner[], evidence: IdentityEvidence) {
  const profiles = sortForMerging(owners.map((owner) => profileOf(owner, evidence)))
  const candidates = profiles.flatMap((a, index) =>
    profiles.slice(0, index).flatMap((b) => candidateOf(a, b) ?? []),
  )
  const chosen = chooseCandidates(candidates)
  const left = lastOnesLeft(profiles, chosen)
  return [...chosen, ...(left === null ? [] : [left])].map((candidate) => ({
    owner: candidate.a.owner,
    into: candidate.b.owner,
    confidence: confidenceOf(candidate, candidates),
    reasons: candidate.reasons,
  }))
}

/** `years` are the seasons with a team, oldest first. */
function profileOf(owner: Owner, { seasons, users }: IdentityEvidence) {
  const ids = new Set(owner.accounts.map(({ memberId }) => memberId))
  const own = seasons.filter(({ memberId, isPrimary }) => isPrimary && ids.has(memberId))
  const years = [...new Set(owner.accounts.flatMap((account) => account.seasons))].sort((a, b) => a - b)
  return {
    owner,
    years,
    first: years[0] ?? 0,
    last: years.at(-1) ?? 0,
    seasons: new Map(own.map((each) => [each.season, each])),
    platforms: new Set(own.map(({ provider }) => platformLabel(provider))),
    names: allNamesOf(owner).map(comparable),
    users: new Set([...ids].flatMap((id) => [...(users.get(id) ?? [])])),
  }
}

/**
 * Owners into whom others should be merged come first: those who already have several accounts, then the better
 * capitalized names, then more seasons, then the earlier ones. Of two on different platforms, one with a full name
 * comes before one with a username.
 */
function sortForMerging(profiles: readonly Profile[]): Profile[] {
  const isMove =
    profiles.length === 2 && profiles.every((a) => profiles.every((b) => a === b || haveMoved(a, b)))
  const fullNames = ({ owner }: Profile) => Number(isMove && wordsOf(owner.name).length > 1)
  return profiles.toSorted(
    (a, b) =>
      Number(b.owner.accounts.length > 1) - Number(a.owner.accounts.length > 1) ||
      fullNames(b) - fullNames(a) ||
      capitalizedShare(b.owner.name) - capitalizedShare(a.owner.name) ||
      b.years.length - a.years.length ||
      a.first - b.first,
  )
}

const wordsOf = (name: string) => name.split(/\s+/).filter((word) => /\p{L}/u.test(word))

/** On one platform, an account stays the same when its team is renamed or taken over by somebody else. */
function haveMoved(a: Profile, b: Profile): boolean {
  return ![...a.platforms].some((platform) => b.platforms.has(platform))
}

/** The share of a name's words that are capitalized but not all upper case, 0 to 1. */
function capitalizedShare(name: string): number {
  const words = wordsOf(name)
  const capitalized = words.filter((word) => /^\p{Lu}(?!\p{Lu}+$)/u.test(word))
  return words.length === 0 ? 0 : capitalized.length / words.length
}

/** Merges `a` into `b`. An owner who already has several accounts is not merged into another one. */
function candidateOf(later: Profile, earlier: Profile): Candidate | null {
  const [b = earlier, a = later] = sortForMerging([earlier, later])
  if (a.owner.accounts.length > 1 || haveCommonSeason(a, b)) return null
  const reasons = reasonsFor(a, b).sort((first, second) => second.weight - first.weight)
  const score = reasons.reduce((sum, { weight }) => sum + weight, 0)
  return score < LOW ? null : { a, b, score, reasons: reasons.map(({ text }) => text) }
}

type Reason = { weight: number; text: string }

function reasonsFor(a: Profile, b: Profile): Reason[] {
  const user = [...a.users].find((each) => b.users.has(each))
  const reasons = [
    user === undefined ? null : { weight: WEIGHTS.sameUser, text: `${user} was assigned to both.` },
    nameReason(a, b),
  ]
  const [before, after] = a.last < b.first ? [a, b] : [b, a]
  const left = before.seasons.get(before.last)
  const joined = after.seasons.get(after.first)
  const isNext = haveMoved(a, b) && before.last + 1 === after.first
  if (isNext && left !== undefined && joined !== undefined)
    reasons.push(...moveReasons(left, joined, before, after))
  return reasons.filter((reason) => reason !== null)
}

function nameReason(a: Profile, b: Profile): Reason | null {
  if (a.names.some(({ key }) => b.names.some((other) => other.key === key)))
    return { weight: WEIGHTS.sameName, text: 'They have the same name.' }
  const pairs = a.names.flatMap((first) => b.names.map((second) => [first, second] as const))
  const same = pairs.find(([first, second]) => first.compact === second.compact && first.compact !== '')
  if (same !== undefined)
    return { weight: WEIGHTS.sameName, text: `${same[0].text} and ${same[1].text} are one name.` }
  const similar = pairs.find(([first, second]) => first.forms.some((form) => second.forms.includes(form)))
  return similar === undefined
    ? null
    : { weight: WEIGHTS.similarName, text: `${similar[0].text} and ${similar[1].text} are similar names.` }
}

function moveReasons(left: AccountSeason, joined: AccountSeason, before: Profile, after: Profile) {
  const team = slugify(left.team)
  const hasSameTeam = team !== '' && team === slugify(joined.team) && !DEFAULT_TEAM_NAME.test(team)
  const coOwner =
    left.coOwners.find((name) => after.names.some((other) => other.compact === compact(name))) ??
    joined.coOwners.find((name) => before.names.some((other) => other.compact === compact(name)))
  return [
    hasSameTeam
      ? {
          weight: WEIGHTS.sameTeam,
          text: `Both teams were called ${joined.team} in ${left.season} and ${joined.season}.`,
        }
      : null,
    left.isCommissioner && joined.isCommissioner
      ? { weight: WEIGHTS.commissioner, text: 'Both were the commissioner.' }
      : null,
    coOwner === undefined
      ? null
      : { weight: WEIGHTS.coOwner, text: `${coOwner} was a co-owner of the other's team.` },
    { weight: WEIGHTS.continuity, text: continuityText(left, joined) },
  ]
}

function continuityText(left: AccountSeason, joined: AccountSeason): string {
  return `${platformLabel(left.provider)} until ${left.season}, ${platformLabel(joined.provider)} since ${joined.season}.`
}

/** Takes the best candidates first. Several owners may be merged into one, if they have no season in common. */
function chooseCandidates(candidates: readonly Candidate[]): Candidate[] {
  const merged = new Set<Profile>()
  const years = new Map<Profile, number[]>()
  return candidates
    .toSorted((a, b) => b.score - a.score)
    .filter(({ a, b }) => {
      const taken = years.get(b) ?? b.years
      if (merged.has(a) || merged.has(b) || years.has(a) || a.years.some((year) => taken.includes(year)))
        return false
      merged.add(a)
      years.set(b, [...taken, ...a.years])
      return true
    })
}

/** When a league moved and everybody else is matched, the two who are left may be the same person. */
function lastOnesLeft(profiles: readonly Profile[], chosen: readonly Candidate[]): Candidate | null {
  const matched = new Set(chosen.flatMap(({ a, b }) => [a, b]))
  const left = profiles.filter((profile) => !matched.has(profile) && profile.owner.accounts.length === 1)
  const pairs = left.flatMap((before) =>
    left.flatMap((after) => {
      const [last, first] = [before.seasons.get(before.last), after.seasons.get(after.first)]
      const isMove = last !== undefined && first !== undefined && last.provider !== first.provider
      return isMove && before.last + 1 === after.first ? [{ before, after, last, first }] : []
    }),
  )
  const [pair] = pairs
  if (pair === undefined || pairs.length > 1) return null
  const [b, a] = sortForMerging([pair.before, pair.after])
  if (a === undefined || b === undefined) return null
  const reasons = [continuityText(pair.last, pair.first), 'Nobody else who moved is left.']
  return { a, b, score: WEIGHTS.continuity, reasons }
}

/** Low if another candidate is as good and both cannot be right. */
function confidenceOf(candidate: Candidate, candidates: readonly Candidate[]): IdentityConfidence {
  const { a, b, score } = candidate
  const isAmbiguous = candidates.some(
    (other) =>
      other !== candidate &&
      other.score > score - CLOSE &&
      ((has(other, a) && haveCommonSeason(counterpart(other, a), b)) ||
        (has(other, b) && haveCommonSeason(counterpart(other, b), a))),
  )
  if (isAmbiguous) return 'low'
  return score >= HIGH ? 'high' : score >= MEDIUM ? 'medium' : 'low'
}

const has = ({ a, b }: Candidate, profile: Profile) => a === profile || b === profile

const counterpart = ({ a, b }: Candidate, profile: Profile) => (a === profile ? b : a)

function haveCommonSeason(a: Profile, b: Profile): boolean {
  return a.years.some((year) => b.years.includes(year))
}

/** A name without blanks and punctuation, because platforms with usernames have none. */
function compact(name: string): string {
  return slugify(name).replaceAll('-', '')
}

function comparable(text: string): ComparableName {
  return { text, key: nameKey(text), compact: compact(text), forms: formsOf(text) }
}

/** Short forms match too many names. */
const MIN_FORM_LENGTH = 5

/** Similar names have a form in common: "Ada Marlow" with "adamarlow88" and "amarlow". */
function formsOf(name: string): string[] {
  const words = slugify(name).split('-')
  const [given = '', family = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  const forms = [compact(name).replace(/\d+$/, ''), ...(family === '' ? [] : [`${given[0]}${family}`])]
  return forms.filter((form) => form.length >= MIN_FORM_LENGTH)
}

function platformLabel(provider: ProviderName | null): string {
  return provider === null ? 'Uploaded files' : LEAGUE_PROVIDERS[provider].label
}
