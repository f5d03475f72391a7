import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { MutationNotice } from '../../../ui/feedback/notice.tsx'
import { formatDay } from '../../../ui/format/date-time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { ListItem, Row, Stack } from '../../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx'
import ui from '../../../ui/ui.module.css'
import { SecretDialog } from '../secret-dialog.tsx'
import {
  type Subscription,
  type SubscriptionKind,
  subscriptionsQuery,
  useCreateSubscription,
  useRevokeSubscription,
} from './use-subscriptions.ts'

const KINDS: readonly { kind: SubscriptionKind; name: string; content: string; app: string }[] = [
  {
    kind: 'calendar',
    name: 'Calendar',
    content: 'Your matchups, playoff games, drafts and Betslip deadlines',
    app: 'your calendar app',
  },
  {
    kind: 'recaps',
    name: 'Recap feed',
    content: 'The weekly recaps of your leagues',
    app: 'your feed reader',
  },
]

export function SubscriptionsSection() {
  const subscriptions = useQuery(subscriptionsQuery)
  const create = useCreateSubscription()
  const revoke = useRevokeSubscription()
  const [address, setAddress] = useState<{ kind: SubscriptionKind; url: string } | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  function handleCreate(kind: SubscriptionKind) {
    revoke.reset()
    create.mutate(kind, {
      onSuccess: ({ path }) => setAddress({ kind, url: new URL(path, window.location.origin).href }),
    })
  }

  function closeAddress() {
    // While the dialog is open, nothing behind it can be focused.
    flushSync(() => setAddress(null))
    heading.current?.focus()
  }

  return (
    <Stack as="section" gap={3} className={ui.card} aria-labelledby="subscriptions">
      <h2 id="subscriptions" ref={heading} tabIndex={-1}>
        Calendar and feeds
      </h2>
      <p className={ui.note}>
        Subscribe to an address in another app. Anybody with the address can read it without signing in.
      </p>
      {create.isError ? <MutationNotice mutation={create} fallback="Something went wrong." /> : null}
      <MutationNotice mutation={revoke} fallback="Something went wrong." />
      <Loaded query={subscriptions} name="calendar and feeds" rows={2} height={60}>
        {(list) => (
          <ul>
            {KINDS.map((each) => (
              <SubscriptionItem
                key={each.kind}
                {...each}
                subscription={list.find(({ kind }) => kind === each.kind)}
                isBusy={create.isPending || revoke.isPending}
                onCreate={() => handleCreate(each.kind)}
                onRevoke={() => revoke.mutate(each.kind, { onSuccess: () => heading.current?.focus() })}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {address === null ? null : <AddressDialog {...address} onClose={closeAddress} />}
    </Stack>
  )
}

type ItemProps = {
  name: string
  content: string
  subscription: Subscription | undefined
  isBusy: boolean
  onCreate: () => void
  onRevoke: () => void
}

function SubscriptionItem({ name, content, subscription, isBusy, onCreate, onRevoke }: ItemProps) {
  return (
    <ListItem
      title={name}
      actions={
        subscription === undefined ? (
          <Button
            aria-label={`Create address for ${name.toLowerCase()}`}
            disabled={isBusy}
            onClick={onCreate}
          >
            Create address
          </Button>
        ) : (
          <Row wraps>
            <ConfirmButton
              label={`New address for ${name.toLowerCase()}`}
              consequence="Apps that use the old address stop getting updates."
              confirmLabel="New address"
              disabled={isBusy}
              onConfirm={onCreate}
            />
            <ConfirmButton
              label={`Turn off ${name.toLowerCase()}`}
              consequence="Apps that use the address stop getting updates."
              confirmLabel="Turn off"
              disabled={isBusy}
              onConfirm={onRevoke}
            />
          </Row>
        )
      }
    >
      <p>{content}</p>
      {subscription === undefined ? null : (
        <p className={ui.note}>Address created {formatDay(new Date(subscription.created_at))}</p>
      )}
    </ListItem>
  )
}

type AddressDialogProps = { kind: SubscriptionKind; url: string; onClose: () => void }

function AddressDialog({ kind, url, onClose }: AddressDialogProps) {
  const { app, name } = KINDS.find((each) => each.kind === kind) ?? { app: '', name: '' }
  return (
    <SecretDialog
      title={`${name} address`}
      note={`Copy the address now and add it in ${app} as a subscription. It is not shown again.`}
      text={url}
      noun="address"
      doneLabel="Done"
      onClose={onClose}
    >
      {kind === 'calendar' ? (
        <a className={ui.standaloneLink} href={url.replace(/^https?:/, 'webcal:')}>
          Open in calendar app
        </a>
      ) : null}
    </SecretDialog>
  )
}
