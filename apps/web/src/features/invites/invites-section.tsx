import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RelativeTime } from '../../ui/feedback/freshness.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { MutationNotice } from '../../ui/feedback/notice.tsx'
import { formatCount } from '../../ui/format/count.ts'
import { formatDay } from '../../ui/format/date-time.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ListItem, Stack } from '../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../ui/overlays/confirm-button.tsx'
import ui from '../../ui/ui.module.css'
import { CreateInvite } from './create-invite.tsx'
import {
  type InviteClaim,
  type InviteLink,
  invitesQuery,
  useRevokeInvite,
  useUndoClaim,
} from './use-invites.ts'

export function InvitesSection({ league, canManage }: { league: string; canManage: boolean }) {
  const invites = useQuery({ ...invitesQuery(league), enabled: canManage && league !== '' })
  if (!canManage) return <EmptyState>Only league admins can invite people.</EmptyState>
  return (
    <Stack>
      <CreateInvite key={league} league={league} />
      <Loaded query={invites} name="invite links" rows={2} height={56}>
        {({ links, claims }) => (
          <>
            <Claims league={league} claims={claims} />
            <Links league={league} links={links} />
          </>
        )}
      </Loaded>
    </Stack>
  )
}

function Claims({ league, claims }: { league: string; claims: readonly InviteClaim[] }) {
  const undo = useUndoClaim(league)
  return (
    <Stack gap={2}>
      <MutationNotice mutation={undo} fallback="Failed" />
      {claims.length === 0 ? null : (
        <>
          <h3 id="claims">Joined through a link</h3>
          <ul aria-labelledby="claims">
            {claims.map((claim) => (
              <ListItem
                key={`${claim.link} ${claim.username}`}
                title={claim.name === claim.username ? claim.name : `${claim.name} (${claim.username})`}
                actions={
                  <Button
                    aria-label={`Undo the claim of ${claim.username}`}
                    disabled={undo.isPending}
                    onClick={() => undo.mutate(claim)}
                  >
                    Undo
                  </Button>
                }
              >
                {claim.team === null ? 'is watching' : `claimed ${claim.team}`}{' '}
                <span className={ui.note}>
                  <RelativeTime at={claim.at} />
                </span>
              </ListItem>
            ))}
          </ul>
        </>
      )}
    </Stack>
  )
}

const STATES: Record<InviteLink['state'], string | null> = {
  active: null,
  expired: 'Expired',
  revoked: 'Revoked',
  used_up: 'Used up',
}

function Links({ league, links }: { league: string; links: readonly InviteLink[] }) {
  const revoke = useRevokeInvite(league)
  if (links.length === 0)
    return <EmptyState hint="Create one and send it to your league.">No invite links yet.</EmptyState>
  return (
    <Stack gap={2}>
      <h3 id="invite-links">Invite links</h3>
      <MutationNotice mutation={revoke} fallback="Failed" />
      <ul aria-labelledby="invite-links">
        {links.map((link) => (
          <ListItem
            key={link.id}
            title={
              <>
                Link {link.id}{' '}
                {STATES[link.state] === null ? null : <span className={ui.chip}>{STATES[link.state]}</span>}
                {link.needs_approval ? <span className={ui.chip}>With approval</span> : null}
              </>
            }
            actions={
              link.state === 'active' || link.state === 'used_up' ? (
                <ConfirmButton
                  label={`Revoke link ${link.id}`}
                  consequence="It stops working immediately. People who have used it stay in the league."
                  confirmLabel="Revoke"
                  disabled={revoke.isPending}
                  onConfirm={() => revoke.mutate(link.id)}
                />
              ) : null
            }
          >
            <p className={ui.note}>{linkDetails(link)}</p>
          </ListItem>
        ))}
      </ul>
    </Stack>
  )
}

function linkDetails({ created_by, created_at, expires_at, uses, max_uses, state }: InviteLink): string {
  const created = `Created ${formatDay(new Date(created_at))}${created_by === null ? '' : ` by ${created_by}`}`
  const used =
    max_uses === null
      ? `used by ${formatCount(uses, 'person', 'people')}`
      : `used by ${uses} of ${formatCount(max_uses, 'person', 'people')}`
  const ends = `${state === 'expired' ? 'expired' : 'expires'} ${formatDay(new Date(expires_at))}`
  return [created, used, ...(state === 'revoked' ? [] : [ends])].join(' · ')
}
