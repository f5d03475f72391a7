import { isSiteStaff } from '@fieldhouse/domain/league/roles'
import { ChevronRight } from 'lucide-react'
import type { User } from '../../features/accounts/session.ts'
import { Link } from '../../router/link.tsx'
import { type Location, NO_SELECTION } from '../../router/router.ts'
import { searchOptions, toOption } from '../../ui/forms/combobox.tsx'
import { Fill } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import styles from './admin-screen.module.css'

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

type Definition = readonly [
  title: string,
  line: string,
  /** Everybody by default. */
  isFor?: (rights: AdminRights) => boolean,
  /** The tab and view of the league that it leads to, instead of a section. */
  leadsTo?: { tab: 'league social' | 'history'; view: string },
]

const managers = ({ league, canManage }: AdminRights) => canManage && league !== ''
const staff = ({ user }: AdminRights) => isStaff(user)
const siteAdmins = ({ user }: AdminRights) => user.is_admin
const anyAdmins = ({ isAnyAdmin }: AdminRights) => isAnyAdmin

const DEFINITIONS = {
  data: {
    'refresh-from-the-provider': [
      'Refresh from the provider',
      'Read the season again, and when each league was last read',
    ],
    'provider-cookies': ['Provider Cookies', 'What opens a private ESPN league'],
    sources: ['Sources', 'Which platform has which seasons', managers],
    'data-health': ['Data Health', 'Stored seasons, and what is missing from them', managers],
    'upload-seasons': ['Upload Seasons', 'Seasons that no platform has, from files', managers],
    'history-admin': [
      'History Admin',
      'Backfill, excluded seasons, owners, pictures and trophy',
      managers,
      { tab: 'history', view: 'admin' },
    ],
  },
  people: {
    'pending-join-requests': ['Pending Join Requests', 'Let people in, or not'],
    'team-assignments': ['Team assignments', 'Who has which team, and co-owners'],
    'invite-links': ['Invite Links', 'Links and QR codes for friends, and the public page'],
    members: ['Members', 'Who is in the league, and remove members'],
    'assign-user-to-league': ['Assign User to League', 'Add an account to a league, or change a role'],
    'owners-across-platforms': ['Owners Across Platforms', 'Merge the accounts of one person', managers],
    'imported-people': [
      'Imported people',
      'People of an imported league who have no account here',
      siteAdmins,
    ],
  },
  league: {
    'league-settings': ['League Settings', 'Name, Betslip, recap, keepers, webhook and space'],
    moderation: ['Moderation', 'Reported posts, and slow mode', managers],
    rules: [
      'Rules',
      'Write and change what you agreed on',
      managers,
      { tab: 'league social', view: 'rules' },
    ],
    dues: ['Dues', 'Set them up, note payments and prizes', managers, { tab: 'league social', view: 'dues' }],
    keepers: ['Keepers', 'Who can stay, and at what cost', managers, { tab: 'history', view: 'keepers' }],
    'export-or-delete-league': ['Export or Delete League', 'Download an archive, or remove everything'],
  },
  new: {
    'create-new-league': ['Create New League', 'From ESPN or Sleeper'],
    'import-league': ['Import League', 'From an archive of another Fieldhouse', staff],
  },
  accounts: {
    'user-accounts': ['User Accounts', 'Site staff, passwords, reset links, disabled accounts', staff],
  },
  site: {
    'state-of-the-site': [
      'State of the site',
      'Version, email, storage, errors and what is wrong',
      siteAdmins,
    ],
    'address-of-this-site': ['Address of this site', 'Where people open it', siteAdmins],
    'who-can-join-this-site': [
      'Who can join this site',
      'Anybody, or people with an invite link',
      siteAdmins,
    ],
    backups: ['Backups', 'Nightly copies, downloads and their checks', siteAdmins],
    'failed-jobs': ['Failed jobs', 'Messages and refreshes that gave up', siteAdmins],
    'data-sources': ['Data sources', 'When ESPN, Sleeper, news and weather last answered', siteAdmins],
    'settings-in-effect': [
      'Settings in effect',
      'What the server runs with, and where it is set',
      siteAdmins,
    ],
  },
  log: { 'activity-log': ['Activity Log', 'Who did what and when', anyAdmins] },
} as const satisfies Record<AdminGroupId, Record<string, Definition>>

type IdIn<Group> = Group extends unknown ? keyof Group : never
export type AdminSectionId = IdIn<(typeof DEFINITIONS)[AdminGroupId]>

export type AdminSection = {
  id: AdminSectionId
  group: AdminGroupId
  title: string
  line: string
  leadsTo: Definition[3]
}

export function listAdminSections(rights: AdminRights): AdminSection[] {
  return ADMIN_GROUPS.flatMap(({ id: group }) =>
    Object.entries<Definition>(DEFINITIONS[group])
      .filter(([, [, , isFor]]) => isFor === undefined || isFor(rights))
      .map(([id, [title, line, , leadsTo]]) => ({ id: id as AdminSectionId, group, title, line, leadsTo })),
  )
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

type Props = {
  section: AdminSection
  /** '' without one. */
  league: string
  onOpen?: () => void
}

export function AdminLink({ section, league, ...rest }: Props) {
  return (
    <Link {...rest} to={sectionLocation(section, league)} className={`${ui.pressable} ${styles.link}`}>
      <Fill>
        <div className={ui.strong}>{section.title}</div>
        <div className={ui.note}>{section.line}</div>
      </Fill>
      <ChevronRight size={18} aria-hidden="true" />
    </Link>
  )
}
