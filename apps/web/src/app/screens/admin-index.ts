import { isSiteStaff } from '@fieldhouse/domain/league/roles'
import type { User } from '../../features/accounts/session.ts'
import { type Location, NO_SELECTION } from '../../router/location.ts'
import { searchOptions, toOption } from '../../ui/forms/option-search.ts'

export const ADMIN_GROUPS = [
  { id: 'data', title: 'Data' },
  { id: 'people', title: 'People' },
  { id: 'league', title: 'League' },
  { id: 'new', title: 'New league' },
  { id: 'accounts', title: 'Accounts' },
  { id: 'site', title: 'Site' },
  { id: 'log', title: 'Log' },
] as const

type AdminGroupId = (typeof ADMIN_GROUPS)[number]['id']

export type AdminRights = {
  user: User
  /** Whether the user is an admin of the site or of any league. */
  isAnyAdmin: boolean
  /** The chosen league; '' if there is none. */
  league: string
  canManage: boolean
}

type Definition = {
  title: string
  line: string
  group: AdminGroupId
  /** Everybody by default. */
  isFor?: (rights: AdminRights) => boolean
  /** The tab and view of the league that it leads to, instead of a section. */
  leadsTo?: { tab: 'league social' | 'history'; view: string }
}

const managers = ({ league, canManage }: AdminRights) => canManage && league !== ''
const staff = ({ user }: AdminRights) => isStaff(user)
const siteAdmins = ({ user }: AdminRights) => user.is_admin

const DEFINITIONS = {
  'refresh-from-the-provider': {
    title: 'Refresh from the provider',
    line: 'Read the season again, and when each league was last read',
    group: 'data',
  },
  'provider-cookies': {
    title: 'Provider Cookies',
    line: 'What opens a private ESPN league',
    group: 'data',
  },
  sources: {
    title: 'Sources',
    line: 'Which platform has which seasons',
    group: 'data',
    isFor: managers,
  },
  'data-health': {
    title: 'Data Health',
    line: 'Stored seasons, and what is missing from them',
    group: 'data',
    isFor: managers,
  },
  'upload-seasons': {
    title: 'Upload Seasons',
    line: 'Seasons that no platform has, from files',
    group: 'data',
    isFor: managers,
  },
  'history-admin': {
    title: 'History Admin',
    line: 'Backfill, excluded seasons, owners, pictures and trophy',
    group: 'data',
    isFor: managers,
    leadsTo: { tab: 'history', view: 'admin' },
  },
  'pending-join-requests': {
    title: 'Pending Join Requests',
    line: 'Let people in, or not',
    group: 'people',
  },
  'team-assignments': {
    title: 'Team assignments',
    line: 'Who has which team, and co-owners',
    group: 'people',
  },
  'invite-links': {
    title: 'Invite Links',
    line: 'Links and QR codes for friends, and the public page',
    group: 'people',
  },
  members: { title: 'Members', line: 'Who is in the league, and remove members', group: 'people' },
  'assign-user-to-league': {
    title: 'Assign User to League',
    line: 'Add an account to a league, or change a role',
    group: 'people',
  },
  'owners-across-platforms': {
    title: 'Owners Across Platforms',
    line: 'Merge the accounts of one person',
    group: 'people',
    isFor: managers,
  },
  'imported-people': {
    title: 'Imported people',
    line: 'People of an imported league who have no account here',
    group: 'people',
    isFor: siteAdmins,
  },
  'league-settings': {
    title: 'League Settings',
    line: 'Name, Betslip, recap, keepers, webhook and space',
    group: 'league',
  },
  moderation: {
    title: 'Moderation',
    line: 'Reported posts, and slow mode',
    group: 'league',
    isFor: managers,
  },
  rules: {
    title: 'Rules',
    line: 'Write and change what you agreed on',
    group: 'league',
    isFor: managers,
    leadsTo: { tab: 'league social', view: 'rules' },
  },
  dues: {
    title: 'Dues',
    line: 'Set them up, note payments and prizes',
    group: 'league',
    isFor: managers,
    leadsTo: { tab: 'league social', view: 'dues' },
  },
  keepers: {
    title: 'Keepers',
    line: 'Who can stay, and at what cost',
    group: 'league',
    isFor: managers,
    leadsTo: { tab: 'history', view: 'keepers' },
  },
  'export-or-delete-league': {
    title: 'Export or Delete League',
    line: 'Download an archive, or remove everything',
    group: 'league',
  },
  'create-new-league': {
    title: 'Create New League',
    line: 'From ESPN or Sleeper',
    group: 'new',
  },
  'import-league': {
    title: 'Import League',
    line: 'From an archive of another Fieldhouse',
    group: 'new',
    isFor: staff,
  },
  'user-accounts': {
    title: 'User Accounts',
    line: 'Site staff, passwords, reset links, disabled accounts',
    group: 'accounts',
    isFor: staff,
  },
  'state-of-the-site': {
    title: 'State of the site',
    line: 'Version, email, storage, errors and what is wrong',
    group: 'site',
    isFor: siteAdmins,
  },
  'address-of-this-site': {
    title: 'Address of this site',
    line: 'Where people open it',
    group: 'site',
    isFor: siteAdmins,
  },
  'who-can-join-this-site': {
    title: 'Who can join this site',
    line: 'Anybody, or people with an invite link',
    group: 'site',
    isFor: siteAdmins,
  },
  backups: {
    title: 'Backups',
    line: 'Nightly copies, downloads and their checks',
    group: 'site',
    isFor: siteAdmins,
  },
  'failed-jobs': {
    title: 'Failed jobs',
    line: 'Messages and refreshes that gave up',
    group: 'site',
    isFor: siteAdmins,
  },
  'data-sources': {
    title: 'Data sources',
    line: 'When ESPN, Sleeper, news and weather last answered',
    group: 'site',
    isFor: siteAdmins,
  },
  'settings-in-effect': {
    title: 'Settings in effect',
    line: 'What the server runs with, and where it is set',
    group: 'site',
    isFor: siteAdmins,
  },
  'activity-log': {
    title: 'Activity Log',
    line: 'Who did what and when',
    group: 'log',
    isFor: ({ isAnyAdmin }) => isAnyAdmin,
  },
} as const satisfies Record<string, Definition>

export type AdminSectionId = keyof typeof DEFINITIONS

export type AdminSection = Definition & { id: AdminSectionId }

export function listAdminSections(rights: AdminRights): AdminSection[] {
  return Object.entries<Definition>(DEFINITIONS)
    .map(([id, definition]) => ({ id: id as AdminSectionId, ...definition }))
    .filter(({ isFor }) => isFor === undefined || isFor(rights))
}

export function searchAdminSections(sections: readonly AdminSection[], text: string): AdminSection[] {
  const options = sections.map((section) => ({
    section,
    ...toOption(section.title, `${section.line} ${titleOf(section.group)}`),
  }))
  return searchOptions(options, text, options.length).shown.map(({ section }) => section)
}

export function sectionLocation({ id, leadsTo }: AdminSection, league: string): Partial<Location> {
  if (leadsTo !== undefined) return { route: 'league', league, ...NO_SELECTION, ...leadsTo }
  return { route: 'admin', league: league === '' ? null : league, view: id }
}

function titleOf(group: AdminGroupId): string {
  return ADMIN_GROUPS.find(({ id }) => id === group)?.title ?? ''
}

export function isStaff({ is_admin: isAdmin, is_staff }: User): boolean {
  return isSiteStaff({ isAdmin, isStaff: is_staff })
}
