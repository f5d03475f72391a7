import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { leagueMetaQuery } from '../../api/operations.ts'
import { useNow } from '../../api/page-environment.ts'
import { AuditLogSection, FailedJobsSection } from '../../features/admin/activity.tsx'
import { AccountsSection, AssignUserSection } from '../../features/admin/people.tsx'
import { TeamsSection } from '../../features/admin/teams-section.tsx'
import { CookiesSection } from '../../features/credentials/cookies-section.tsx'
import { ModerationSection } from '../../features/feed/moderation/moderation-section.tsx'
import { ImportedPeopleSection } from '../../features/imported-people/imported-people-section.tsx'
import { useHadReports } from '../../features/inbox/bell.tsx'
import { InvitesSection } from '../../features/invites/invites-section.tsx'
import { KeeperRuleSection } from '../../features/keepers/keeper-rule-section.tsx'
import { MembersSection } from '../../features/leagues/members/members-section.tsx'
import { PendingRequestsSection } from '../../features/leagues/members/pending-requests-section.tsx'
import { LeaguesOfUser } from '../../features/leagues/new-league/find-league.tsx'
import { LeagueEntryForm } from '../../features/leagues/new-league/league-entry-form.tsx'
import { CreateLeagueForm, ImportLeagueForm } from '../../features/leagues/settings/create-league-form.tsx'
import { SettingsSection, WebhookSection } from '../../features/leagues/settings/settings-section.tsx'
import { DeleteLeagueSection, StorageSection } from '../../features/leagues/settings/storage-section.tsx'
import { PublicLinkSection } from '../../features/public-link/public-link-section.tsx'
import { RefreshSection } from '../../features/refresh/refresh-section.tsx'
import { SiteAddress } from '../../features/site/site-address.tsx'
import {
  BackupsSection,
  DataSources,
  SettingsInEffect,
  SiteSection,
  WhoCanJoin,
} from '../../features/site/site-section.tsx'
import { SourcesSection } from '../../features/sources/sources-section.tsx'
import { CREATED_LEAGUE_VIEW, useRouter } from '../../router/router.ts'
import { Skeleton } from '../../ui/feedback/feedback.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Section, Stack } from '../../ui/layout/layout.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'
import ui from '../../ui/ui.module.css'
import {
  AdminLink,
  type AdminRights,
  type AdminSection,
  type AdminSectionId,
  isStaff,
} from './admin-index.tsx'

// Large, and in the history of a league as well.
const OwnerMerges = lazyNamed(() => import('../../features/history/admin/owner-merges.tsx'), 'OwnerMerges')
const DataHealth = lazyNamed(() => import('../../features/history/admin/season-list.tsx'), 'DataHealth')
const SeasonUpload = lazyNamed(() => import('../../features/history/admin/season-upload.tsx'), 'SeasonUpload')

export type AdminProps = AdminRights & {
  managed: readonly string[]
  onSelect: (league: string) => void
  /** Called with the chosen league's new name, or null after it was deleted. */
  onLeagueChange: (league: string | null) => void
}

const FIRST_OPEN: readonly AdminSectionId[] = [
  'refresh-from-the-provider',
  'pending-join-requests',
  'team-assignments',
  'league-settings',
  'create-new-league',
  'user-accounts',
  'state-of-the-site',
  'activity-log',
]

type Props = AdminProps & {
  sections: readonly AdminSection[]
  chosen: AdminSectionId | null
  takesFocus: boolean
}

export function AdminSections({ sections, chosen, takesFocus, ...props }: Props) {
  const hasReports = useHadReports()
  useEffect(() => {
    if (chosen === null) return
    const summary = document.getElementById(chosen)
    summary?.scrollIntoView({ block: 'nearest' })
    if (takesFocus) summary?.focus({ preventScroll: true })
  }, [chosen, takesFocus])
  const isOpen = (id: AdminSectionId) =>
    chosen === null ? FIRST_OPEN.includes(id) || (id === 'moderation' && hasReports) : id === chosen
  return (
    <Stack gap={3}>
      {sections.map((section) => {
        const { id, title } = section
        if (section.leadsTo !== undefined)
          return (
            <div key={id} className={ui.frame}>
              <AdminLink section={section} league={props.league} />
            </div>
          )
        return (
          <Disclosure
            // Whether it is unfolded is decided when it is first shown.
            key={`${id} ${isOpen(id)}`}
            id={id}
            title={title}
            defaultOpen={isOpen(id)}
            skeleton={<Skeleton label={`Loading ${title}`} rows={4} />}
          >
            {CONTENTS[id](props)}
          </Disclosure>
        )
      })}
    </Stack>
  )
}

const CONTENTS: Record<AdminSectionId, (props: AdminProps) => ReactNode> = {
  'refresh-from-the-provider': (props) => <Refresh {...props} />,
  'provider-cookies': ({ league, canManage, user }) => (
    <CookiesSection league={league} canManage={canManage} isSiteAdmin={user.is_admin} />
  ),
  sources: ({ league }) => (
    <SourcesSection
      key={league}
      league={league}
      renderLeagues={(username, onChoose) => (
        <LeaguesOfUser key={username} username={username} onChoose={onChoose} />
      )}
    />
  ),
  'data-health': ({ league }) => <DataHealth league={league} />,
  'upload-seasons': ({ league }) => <SeasonUpload league={league} />,
  'history-admin': () => null,
  'pending-join-requests': ({ isAnyAdmin, managed }) => (
    <PendingRequestsSection canDecide={isAnyAdmin} leagues={managed} />
  ),
  'team-assignments': ({ managed, league }) => <TeamsSection leagues={managed} league={league} />,
  'invite-links': ({ league, canManage }) => (
    <>
      <InvitesSection league={league} canManage={canManage} />
      {canManage && league !== '' ? <PublicLinkSection key={league} league={league} /> : null}
    </>
  ),
  members: ({ league, canManage }) => <MembersSection key={league} league={league} canManage={canManage} />,
  'assign-user-to-league': ({ managed, league, canManage, isAnyAdmin }) => (
    <AssignUserSection
      leagues={managed}
      league={league}
      disabled={league !== '' && !canManage}
      canSeePeople={isAnyAdmin}
    />
  ),
  'owners-across-platforms': ({ league }) => <OwnerMerges key={league} league={league} />,
  'imported-people': ({ league }) => <ImportedPeopleSection league={league} />,
  'league-settings': ({ league, canManage, onLeagueChange }) => (
    <>
      <SettingsSection league={league} canManage={canManage} onRenamed={onLeagueChange} />
      {canManage ? (
        <>
          <KeeperRuleSection key={`keepers of ${league}`} league={league} />
          <WebhookSection key={league} league={league} />
          <StorageSection league={league} />
        </>
      ) : null}
    </>
  ),
  moderation: ({ league }) => <ModerationSection league={league} />,
  rules: () => null,
  dues: () => null,
  keepers: () => null,
  'export-or-delete-league': ({ league, canManage, onLeagueChange }) => (
    <DeleteLeagueSection
      key={league}
      league={league}
      canManage={canManage}
      onDeleted={() => onLeagueChange(null)}
    />
  ),
  'create-new-league': (props) => <NewLeague {...props} />,
  'import-league': ({ onSelect }) => <ImportLeagueForm onImported={onSelect} />,
  'user-accounts': ({ user }) => <AccountsSection canSetStaff={user.is_admin} />,
  'state-of-the-site': ({ user }) => <SiteSection email={user.email} />,
  'address-of-this-site': () => <SiteAddress />,
  'who-can-join-this-site': () => <WhoCanJoin />,
  backups: () => <BackupsSection />,
  'failed-jobs': () => <FailedJobsSection />,
  'data-sources': () => <DataSources />,
  'settings-in-effect': () => <SettingsInEffect />,
  'activity-log': ({ managed }) => <AuditLogSection leagues={managed} />,
}

function Refresh({ user, isAnyAdmin, league, canManage }: AdminProps) {
  const now = useNow()
  return (
    <RefreshSection
      league={league}
      firstSeason={seasonAt(now)}
      canRefresh={canManage}
      canRefreshAll={isStaff(user)}
      canSeeStatus={isAnyAdmin}
    />
  )
}

function NewLeague({ league, canManage, isAnyAdmin, onSelect }: AdminProps) {
  const router = useRouter()
  const meta = useQuery({ ...leagueMetaQuery(league), enabled: canManage && league !== '' })
  return (
    <Stack gap={6}>
      {meta.data?.seasons.length === 0 ? (
        <Button onClick={() => router.navigate({ route: 'new-league', league, view: CREATED_LEAGUE_VIEW })}>
          Continue setting up {league}
        </Button>
      ) : null}
      {isAnyAdmin ? (
        <Section title="On ESPN or Sleeper" level={3}>
          <LeagueEntryForm
            entry={null}
            problem={undefined}
            isPending={false}
            onFind={(view) => router.navigate({ route: 'new-league', view })}
          />
        </Section>
      ) : null}
      <Section title="By its ESPN league ID" level={3}>
        <CreateLeagueForm disabled={!isAnyAdmin} onCreated={onSelect} />
      </Section>
    </Stack>
  )
}
