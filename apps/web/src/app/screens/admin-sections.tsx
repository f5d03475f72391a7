import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { leagueMetaQuery } from '../../api/league-queries.ts'
import { useNow } from '../../api/server-clock.ts'
import { AuditLogSection } from '../../features/admin/activity/audit-log-section.tsx'
import { FailedJobsSection } from '../../features/admin/activity/failed-jobs-section.tsx'
import { AccountsSection } from '../../features/admin/people/accounts-section.tsx'
import { AssignUserSection } from '../../features/admin/people/assign-user-section.tsx'
import { TeamsSection } from '../../features/admin/teams/teams-section.tsx'
import { CookiesSection } from '../../features/credentials/cookies-section.tsx'
import { ModerationSection } from '../../features/feed/moderation/moderation-section.tsx'
import { ImportedPeopleSection } from '../../features/imported-people/imported-people-section.tsx'
import { useHadReports } from '../../features/inbox/use-inbox.ts'
import { InvitesSection } from '../../features/invites/invites-section.tsx'
import { KeeperRuleSection } from '../../features/keepers/keeper-rule-section.tsx'
import { MembersSection } from '../../features/leagues/members/members-section.tsx'
import { PendingRequestsSection } from '../../features/leagues/members/pending-requests-section.tsx'
import { LeagueEntryForm } from '../../features/leagues/new-league/league-entry-form.tsx'
import { LeaguesOfUser } from '../../features/leagues/new-league/leagues-of-user.tsx'
import { CreateLeagueForm } from '../../features/leagues/settings/create-league-form.tsx'
import { DeleteLeagueSection } from '../../features/leagues/settings/delete-league-section.tsx'
import { ImportLeagueForm } from '../../features/leagues/settings/import-league-form.tsx'
import { SettingsSection } from '../../features/leagues/settings/settings-section.tsx'
import { StorageSection } from '../../features/leagues/settings/storage-section.tsx'
import { WebhookSection } from '../../features/leagues/settings/webhook-section.tsx'
import { PublicLinkSection } from '../../features/public-link/public-link-section.tsx'
import { RefreshSection } from '../../features/refresh/refresh-section.tsx'
import { BackupsSection } from '../../features/site/backups-section.tsx'
import { SiteAddress } from '../../features/site/site-address.tsx'
import { DataSources, SettingsInEffect, SiteSection } from '../../features/site/site-section.tsx'
import { WhoCanJoin } from '../../features/site/who-can-join.tsx'
import { SourcesSection } from '../../features/sources/sources-section.tsx'
import { CREATED_LEAGUE_VIEW } from '../../router/location.ts'
import { useRouter } from '../../router/router.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Section, Stack } from '../../ui/layout/layout.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'
import ui from '../../ui/ui.module.css'
import { type AdminRights, type AdminSection, type AdminSectionId, isStaff } from './admin-index.ts'
import { AdminLink } from './admin-link.tsx'

// Large, and in the history of a league as well.
const OwnerMerges = lazyNamed(() => import('../../features/history/people/owner-merges.tsx'), 'OwnerMerges')
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
            <Content id={id} {...props} />
          </Disclosure>
        )
      })}
    </Stack>
  )
}

function Content({ id, ...props }: AdminProps & { id: AdminSectionId }): ReactNode {
  const { user, isAnyAdmin, league, managed, canManage, onSelect, onLeagueChange } = props
  switch (id) {
    case 'refresh-from-the-provider':
      return <Refresh {...props} />
    case 'provider-cookies':
      return <CookiesSection league={league} canManage={canManage} isSiteAdmin={user.is_admin} />
    case 'sources':
      return (
        <SourcesSection
          key={league}
          league={league}
          renderLeagues={(username, onChoose) => (
            <LeaguesOfUser key={username} username={username} onChoose={onChoose} />
          )}
        />
      )
    case 'data-health':
      return <DataHealth league={league} />
    case 'upload-seasons':
      return <SeasonUpload league={league} />
    case 'pending-join-requests':
      return <PendingRequestsSection canDecide={isAnyAdmin} leagues={managed} />
    case 'team-assignments':
      return <TeamsSection leagues={managed} league={league} />
    case 'invite-links':
      return (
        <>
          <InvitesSection league={league} canManage={canManage} />
          {canManage && league !== '' ? <PublicLinkSection key={league} league={league} /> : null}
        </>
      )
    case 'members':
      return <MembersSection key={league} league={league} canManage={canManage} />
    case 'assign-user-to-league':
      return (
        <AssignUserSection
          leagues={managed}
          league={league}
          disabled={league !== '' && !canManage}
          canSeePeople={isAnyAdmin}
        />
      )
    case 'owners-across-platforms':
      return <OwnerMerges key={league} league={league} />
    case 'imported-people':
      return <ImportedPeopleSection league={league} />
    case 'league-settings':
      return (
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
      )
    case 'moderation':
      return <ModerationSection league={league} />
    case 'export-or-delete-league':
      return (
        <DeleteLeagueSection
          key={league}
          league={league}
          canManage={canManage}
          onDeleted={() => onLeagueChange(null)}
        />
      )
    case 'create-new-league':
      return <NewLeague {...props} />
    case 'import-league':
      return <ImportLeagueForm onImported={onSelect} />
    case 'user-accounts':
      return <AccountsSection canSetStaff={user.is_admin} />
    case 'state-of-the-site':
      return <SiteSection email={user.email} />
    case 'address-of-this-site':
      return <SiteAddress />
    case 'who-can-join-this-site':
      return <WhoCanJoin />
    case 'backups':
      return <BackupsSection />
    case 'failed-jobs':
      return <FailedJobsSection />
    case 'data-sources':
      return <DataSources />
    case 'settings-in-effect':
      return <SettingsInEffect />
    case 'activity-log':
      return <AuditLogSection leagues={managed} />
    case 'history-admin':
    case 'rules':
    case 'dues':
    case 'keepers':
      return null
  }
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
