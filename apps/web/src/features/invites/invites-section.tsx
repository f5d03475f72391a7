import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { writeToClipboard } from '../../router/sharing.tsx'
import { QrCode } from '../../ui/display/qr-code.tsx'
import { AddressCheck, NewLink, useLinkBase } from '../../ui/feedback/address-check.tsx'
import { EmptyState, Loaded, MutationNotice } from '../../ui/feedback/feedback.tsx'
import { RelativeTime } from '../../ui/feedback/freshness.tsx'
import { formatDay } from '../../ui/format/date-time.ts'
import { formatCount } from '../../ui/format/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Checkbox, SelectField, TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { Grid, ListItem, Row, Stack } from '../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import styles from './invites.module.css'
import {
  type InviteClaim,
  type InviteLink,
  invitesQuery,
  useCreateInvite,
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

const LIFETIMES = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
] as const

type Options = { days: (typeof LIFETIMES)[number]['value']; max_uses: string; needs_approval: boolean }

const DEFAULTS: Options = { days: '30', max_uses: '', needs_approval: false }

/** Creates invite links for a league, copies each new one where the browser allows it, and shows it once, to pass on. */
export function CreateInvite({ league }: { league: string }) {
  const create = useCreateInvite(league)
  const base = useLinkBase()
  const [isCopied, setCopied] = useState(false)
  const form = useForm({
    initial: DEFAULTS,
    mutation: create,
    toRequest: ({ max_uses, ...rest }) => ({ ...rest, max_uses: max_uses === '' ? null : max_uses }),
    onSent: ({ path }) => {
      setCopied(false)
      // Without the permission, the button of the new link says what to do.
      writeToClipboard(new URL(path, base).href).then(
        () => setCopied(true),
        () => undefined,
      )
    },
  })
  const button = useRef<HTMLButtonElement>(null)
  const isShown = create.data !== undefined
  const wasShown = useRef(isShown)
  // The button that closed the new link is gone.
  useEffect(() => {
    if (wasShown.current && !isShown) button.current?.focus()
    wasShown.current = isShown
  }, [isShown])

  if (create.data !== undefined)
    return (
      <NewInvite
        league={league}
        url={new URL(create.data.path, base).href}
        link={create.data.created}
        isCopied={isCopied}
        onDone={() => create.reset()}
      />
    )
  return (
    <ActionForm
      form={form}
      label="New invite link"
      action="Create invite link"
      busy="Creating…"
      button={button}
    >
      <AddressCheck />
      <p className={ui.note}>
        Put the link in your group chat. Your friends create an account and pick their own team.
      </p>
      <details className={ui.link}>
        <summary>Options</summary>
        <Grid min={220}>
          <SelectField {...form.field('days')} label="Expires after" options={LIFETIMES} />
          <TextField
            {...form.field('max_uses')}
            label="Number of people (optional)"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            hint="Leave this blank for any number."
          />
          <Checkbox
            label="I approve everybody"
            note="People wait under Pending Join Requests until you do."
            {...form.checkbox('needs_approval')}
          />
        </Grid>
      </details>
    </ActionForm>
  )
}

type NewInviteProps = {
  league: string
  url: string
  link: InviteLink
  /** Whether it was copied when it was created. */
  isCopied: boolean
  onDone: () => void
}

function NewInvite({ league, url, link, isCopied, onDone }: NewInviteProps) {
  return (
    <Row as="section" gap={6} wraps className={styles.new} aria-label="Your new invite link">
      <QrCode text={url} />
      <NewLink
        noun="link"
        url={url}
        title={`Join ${league}`}
        isCopied={isCopied}
        note={
          <p className={ui.note}>
            Works until {formatDay(new Date(link.expires_at))}
            {link.max_uses === null ? '' : `, for ${link.max_uses} people`}
            {link.needs_approval ? '. You approve everybody.' : '.'}
          </p>
        }
        others={<Button onClick={onDone}>Done</Button>}
      />
    </Row>
  )
}
