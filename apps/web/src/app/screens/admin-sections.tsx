import { isSiteStaff } from '@fieldhouse/domain/league/roles'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { type ReactNode, Suspense } from 'react'
import { useNow } from '../../api/server-clock.ts'
import type { User } from '../../features/accounts/session.ts'
import { useHadRequests } from '../../features/inbox/use-inbox.ts'
import { RefreshSection } from '../../features/refresh/refresh-section.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'
import { SectionMenu, sectionId } from '../../ui/navigation/section-menu.tsx'
import ui from '../../ui/ui.module.css'
import styles from './admin-screen.module.css'
import { Moderation } from './moderation.tsx'
import { NewLeagueLinks } from './new-league-links.tsx'

const AccountsSection = lazyNamed(
  () => import('../../features/admin/people/accounts-section.tsx'),
  'AccountsSection',
)
const BackupsSection = lazyNamed(() => import('../../features/site/backups-section.tsx'), 'BackupsSection')
const SiteSection = lazyNamed(() => import('../../features/site/site-section.tsx'), 'SiteSection')
const AssignUserSection = lazyNamed(
  () => import('../../features/admin/people/assign-user-section.tsx'),
  'AssignUserSection',
)
const AuditLogSection = lazyNamed(
  () => import('../../features/admin/activity/audit-log-section.tsx'),
  'AuditLogSection',
)
const CookiesSection = lazyNamed(
  () => import('../../features/credentials/cookies-section.tsx'),
  'CookiesSection',
)
const CreateLeagueForm = lazyNamed(
  () => import('../../features/leagues/settings/create-league-form.tsx'),
  'CreateLeagueForm',
)
const DeleteLeagueSection = lazyNamed(
  () => import('../../features/leagues/settings/delete-league-section.tsx'),
  'DeleteLeagueSection',
)
const FailedJobsSection = lazyNamed(
  () => import('../../features/admin/activity/failed-jobs-section.tsx'),
  'FailedJobsSection',
)
const ImportedPeopleSection = lazyNamed(
  () => import('../../features/imported-people/imported-people-section.tsx'),
  'ImportedPeopleSection',
)
const KeeperRuleSection = lazyNamed(
  () => import('../../features/keepers/keeper-rule-section.tsx'),
  'KeeperRuleSection',
)
const LeaguesOfUser = lazyNamed(
  () => import('../../features/leagues/new-league/leagues-of-user.tsx'),
  'LeaguesOfUser',
)
const ImportLeagueForm = lazyNamed(
  () => import('../../features/leagues/settings/import-league-form.tsx'),
  'ImportLeagueForm',
)
const InvitesSection = lazyNamed(() => import('../../features/invites/invites-section.tsx'), 'InvitesSection')
const MembersSection = lazyNamed(
  () => import('../../features/leagues/members/members-section.tsx'),
  'MembersSection',
)
const PublicLinkSection = lazyNamed(
  () => import('../../features/public-link/public-link-section.tsx'),
  'PublicLinkSection',
)
const SettingsSection = lazyNamed(
  () => import('../../features/leagues/settings/settings-section.tsx'),
  'SettingsSection',
)
const SourcesSection = lazyNamed(() => import('../../features/sources/sources-section.tsx'), 'SourcesSection')
const StorageSection = lazyNamed(
  () => import('../../features/leagues/settings/storage-section.tsx'),
  'StorageSection',
)
const WebhookSection = lazyNamed(
  () => import('../../features/leagues/settings/webhook-section.tsx'),
  'WebhookSection',
)
const OwnerMerges = lazyNamed(() => import('../../features/history/people/owner-merges.tsx'), 'OwnerMerges')
const DataHealth = lazyNamed(() => import('../../features/history/admin/season-list.tsx'), 'DataHealth')
const SeasonUpload = lazyNamed(() => import('../../features/history/admin/season-upload.tsx'), 'SeasonUpload')

const PendingRequestsSection = lazyNamed(
  () => import('../../features/leagues/members/pending-requests-section.tsx'),
  'PendingRequestsSection',
)
const TeamsSection = lazyNamed(() => import('../../features/admin/teams/teams-section.tsx'), 'TeamsSection')
const SiteAddress = lazyNamed(() => import('../../features/admin/site/site-address.tsx'), 'SiteAddress')
const WhoCanJoin = lazyNamed(() => import('../../features/admin/site/who-can-join.tsx'), 'WhoCanJoin')

type Props = {
  user: User
  /** Whether the user is an admin of the site or of any league. */
  isAnyAdmin: boolean
  /** The selected league; '' if there is none. */
  league: string
  /** The names of the leagues to choose from, and of those that the user manages. */
  leagues: { names: readonly string[]; managed: readonly string[] }
  /** Whether the user may manage the selected league. */
  canManage: boolean
  onSelect: (league: string) => void
  /** Called with the selected league's new name, or null after it was deleted. */
  onLeagueChange: (league: string | null) => void
}

/** Whether the pending requests are on top of the groups, instead of among the people. */
type Urgency = { isUrgent: boolean }

/** The sections of Admin Tools in groups, with a menu of the groups. */
export function AdminSections(props: Props) {
  const { user, isAnyAdmin, league, canManage, onLeagueChange } = props
  const titles = [
    'Connect',
    'People',
    ...(canManage ? ['Seasons'] : []),
    'Settings',
    ...(user.is_admin ? ['Site'] : []),
    'Danger',
  ]
  const isUrgent = useHadRequests()
  return (
    <>
      {isUrgent ? <PendingRequests isAnyAdmin={isAnyAdmin} managed={props.leagues.managed} /> : null}
      <SectionMenu sections={titles.map((title) => ({ title, label: title }))} />
      <ConnectGroup {...props} />
      <PeopleGroup {...props} isUrgent={isUrgent} />
      {canManage ? (
        <Group title="Seasons">
          <Disclosure title="Data Health" skeleton={<Skeleton label="Loading seasons" rows={5} />}>
            <DataHealth league={league} />
          </Disclosure>
          <Disclosure title="Upload Seasons" skeleton={<Skeleton label="Loading form" rows={2} />}>
            <SeasonUpload league={league} />
          </Disclosure>
        </Group>
      ) : null}
      <Group title="Settings">
        <Disclosure title="League Settings" skeleton={<Skeleton label="Loading form" rows={4} />}>
          <SettingsSection league={league} canManage={canManage} onRenamed={onLeagueChange} />
          {canManage ? (
            <Suspense fallback={<Skeleton label="Loading the webhook and the used space" rows={3} />}>
              <KeeperRuleSection key={`keepers of ${league}`} league={league} />
              <WebhookSection key={league} league={league} />
              <StorageSection league={league} />
            </Suspense>
          ) : null}
        </Disclosure>
        {isAnyAdmin ? (
          <Disclosure title="Activity Log" skeleton={<Skeleton label="Loading the activity log" rows={5} />}>
            <AuditLogSection leagues={props.leagues.managed} />
          </Disclosure>
        ) : null}
      </Group>
      {user.is_admin ? (
        <Group title="Site">
          <Disclosure title="State of the site" skeleton={<Skeleton label="Loading the site" rows={6} />}>
            <SiteSection email={user.email} />
          </Disclosure>
          <Disclosure title="Address of this site" skeleton={<Skeleton label="Loading form" rows={2} />}>
            <SiteAddress />
          </Disclosure>
          <Disclosure title="Who can join this site" skeleton={<Skeleton label="Loading form" rows={2} />}>
            <WhoCanJoin />
          </Disclosure>
          <Disclosure title="Backups" skeleton={<Skeleton label="Loading backups" rows={3} />}>
            <BackupsSection />
          </Disclosure>
          <Disclosure title="Failed jobs" skeleton={<Skeleton label="Loading failed jobs" rows={2} />}>
            <FailedJobsSection />
          </Disclosure>
        </Group>
      ) : null}
      <Group title="Danger">
        <Disclosure title="Export or Delete League" skeleton={<Skeleton label="Loading form" rows={2} />}>
          <DeleteLeagueSection
            key={league}
            league={league}
            canManage={canManage}
            onDeleted={() => onLeagueChange(null)}
          />
        </Disclosure>
      </Group>
    </>
  )
}

/** Where the data come from: leagues, their cookies and refreshes. */
function ConnectGroup({ user, isAnyAdmin, league, leagues: { names }, canManage, onSelect }: Props) {
  const staff = isStaff(user)
  const now = useNow()
  return (
    <Group title="Connect">
      <Disclosure title="Provider Cookies" skeleton={<Skeleton label="Loading form" rows={3} />}>
        <CookiesSection league={league} canManage={canManage} isSiteAdmin={user.is_admin} />
      </Disclosure>
      <Disclosure title="Refresh from the provider" defaultOpen>
        <RefreshSection
          league={league}
          firstSeason={seasonAt(now)}
          canRefresh={canManage}
          canRefreshAll={staff}
          canSeeStatus={isAnyAdmin}
        />
      </Disclosure>
      {canManage && league !== '' ? (
        <Disclosure title="Sources" skeleton={<Skeleton label="Loading sources" rows={2} />}>
          <SourcesSection
            key={league}
            league={league}
            renderLeagues={(username, onChoose) => (
              <Suspense fallback={<Skeleton label="Loading leagues" rows={2} height={52} />}>
                <LeaguesOfUser key={username} username={username} onChoose={onChoose} />
              </Suspense>
            )}
          />
        </Disclosure>
      ) : null}
      <Disclosure
        title="Create New League"
        defaultOpen={names.length === 0}
        skeleton={<Skeleton label="Loading form" rows={2} />}
      >
        <div className={ui.stack16}>
          <NewLeagueLinks league={league} canCreate={isAnyAdmin} canManage={canManage} />
          <CreateLeagueForm disabled={!isAnyAdmin} onCreated={onSelect} />
        </div>
      </Disclosure>
      {staff ? (
        <Disclosure title="Import League" skeleton={<Skeleton label="Loading form" rows={2} />}>
          <ImportLeagueForm onImported={onSelect} />
        </Disclosure>
      ) : null}
    </Group>
  )
}

/** Who takes part: accounts, members, teams, requests and invites. */
function PeopleGroup({ user, isAnyAdmin, league, leagues, canManage, isUrgent }: Props & Urgency) {
  const { managed } = leagues
  return (
    <Group title="People">
      <Disclosure title="Assign User to League" skeleton={<Skeleton label="Loading form" rows={3} />}>
        <AssignUserSection
          leagues={managed}
          league={league}
          disabled={league !== '' && !canManage}
          canSeePeople={isAnyAdmin}
        />
      </Disclosure>
      <Disclosure title="Team assignments" defaultOpen skeleton={<Skeleton label="Loading teams" rows={6} />}>
        <TeamsSection leagues={managed} league={league} />
      </Disclosure>
      {isStaff(user) ? (
        <Disclosure title="User Accounts" skeleton={<Skeleton label="Loading users" rows={4} />}>
          <AccountsSection canSetStaff={user.is_admin} />
        </Disclosure>
      ) : null}
      {isUrgent ? null : <PendingRequests isAnyAdmin={isAnyAdmin} managed={managed} />}
      <Disclosure title="Invite Links" skeleton={<Skeleton label="Loading invite links" rows={3} />}>
        <InvitesSection league={league} canManage={canManage} />
        {canManage && league !== '' ? (
          <Suspense fallback={<Skeleton label="Loading the public link" rows={1} />}>
            <PublicLinkSection key={league} league={league} />
          </Suspense>
        ) : null}
      </Disclosure>
      <Disclosure title="Members" skeleton={<Skeleton label="Loading members" rows={4} />}>
        <MembersSection key={league} league={league} canManage={canManage} />
      </Disclosure>
      {canManage && league !== '' ? <Moderation league={league} /> : null}
      {canManage && league !== '' ? (
        <Disclosure title="Owners Across Platforms" skeleton={<Skeleton label="Loading owners" rows={6} />}>
          <OwnerMerges key={league} league={league} />
        </Disclosure>
      ) : null}
      {user.is_admin ? (
        <Disclosure title="Imported people" skeleton={<Skeleton label="Loading people" rows={3} />}>
          <ImportedPeopleSection league={league} />
        </Disclosure>
      ) : null}
    </Group>
  )
}

type PendingRequestsProps = { isAnyAdmin: boolean; managed: readonly string[] }

function PendingRequests({ isAnyAdmin, managed }: PendingRequestsProps) {
  return (
    <Disclosure
      title="Pending Join Requests"
      defaultOpen
      skeleton={<Skeleton label="Loading join requests" rows={2} />}
    >
      <PendingRequestsSection canDecide={isAnyAdmin} leagues={managed} />
    </Disclosure>
  )
}

/** Sections that belong together. Its title is no heading, because the sections have the headings of this level. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = sectionId(title)
  return (
    <section className={styles.group} aria-labelledby={id}>
      <p id={id} className={styles.groupTitle}>
        {title}
      </p>
      {children}
    </section>
  )
}

function isStaff(user: User): boolean {
  return isSiteStaff({ isAdmin: user.is_admin, isStaff: user.is_staff })
}
