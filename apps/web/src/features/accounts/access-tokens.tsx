import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCopy } from '../../router/sharing.tsx'
import { ErrorNotice, Loaded, MutationNotice, Notice } from '../../ui/feedback/feedback.tsx'
import { RelativeTime } from '../../ui/feedback/freshness.tsx'
import { formatDay } from '../../ui/format/date-time.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Checkbox, RadioGroup, TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { Card, ListItem, Row, Stack } from '../../ui/layout/layout.tsx'
import { ConfirmButton, Dialog } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import {
  type ApiToken,
  apiTokensQuery,
  type NewApiToken,
  type SubscriptionKind,
  subscriptionsQuery,
  useCreateApiToken,
  useCreateSubscription,
  useRevokeApiToken,
  useRevokeSubscription,
} from './use-account.ts'

export function ApiTokensSection({ leagues }: { leagues: readonly string[] }) {
  const tokens = useQuery(apiTokensQuery)
  const revoke = useRevokeApiToken()
  const [isCreating, setCreating] = useState(false)
  const [newToken, setNewToken] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Card id="api-tokens" title="API tokens" heading={heading} gap={3}>
      <p className={ui.note}>
        A token lets a script read your leagues or post as you, without your password. The{' '}
        <a href="/api/docs/">API reference</a> lists what it can do.
      </p>
      <MutationNotice mutation={revoke} fallback="Something went wrong." />
      <Loaded query={tokens} name="API tokens" rows={1} height={60}>
        {(list) =>
          list.length === 0 ? null : (
            <ul>
              {list.map((token) => {
                const { id, name, scopes, expires_at, is_expired, used_at } = token
                const where =
                  token.leagues === null ? 'all my leagues' : token.leagues.join(', ') || 'no league'
                return (
                  <ListItem
                    key={id}
                    title={
                      <>
                        {name} {is_expired ? <span className={ui.chip}>Expired</span> : null}
                      </>
                    }
                    actions={
                      <ConfirmButton
                        label={`${is_expired ? 'Remove' : 'Revoke'} ${name}`}
                        consequence={
                          is_expired
                            ? 'It no longer works anyway.'
                            : 'Whatever uses this token stops working immediately.'
                        }
                        confirmLabel={is_expired ? 'Remove' : 'Revoke'}
                        disabled={revoke.isPending}
                        onConfirm={() => revoke.mutate(id, { onSuccess: () => heading.current?.focus() })}
                      />
                    }
                  >
                    <p>
                      {scopes.map((scope) => SCOPE_LABELS[scope]).join(', ')} · {where}
                    </p>
                    <p className={ui.note}>
                      {is_expired ? 'Expired' : 'Expires'} {formatDay(new Date(expires_at))},{' '}
                      <LastUsed at={used_at} />
                    </p>
                  </ListItem>
                )
              })}
            </ul>
          )
        }
      </Loaded>
      {isCreating ? (
        <CreateTokenForm leagues={leagues} onCreated={setNewToken} onClose={() => setCreating(false)} />
      ) : (
        <div>
          <Button onClick={() => setCreating(true)}>New token</Button>
        </div>
      )}
      {newToken === null ? null : (
        <SecretDialog
          title="Your new API token"
          note="Copy the token now and store it like a password. It is not shown again."
          text={newToken}
          noun="token"
          doneLabel="I saved it"
          heading={heading}
          onClose={() => setNewToken(null)}
        />
      )}
    </Card>
  )
}

export function LastUsed({ at }: { at: string | null }) {
  if (at === null) return 'never used'
  return (
    <>
      last used <RelativeTime at={at} />
    </>
  )
}

const SCOPE_LABELS: Record<ApiToken['scopes'][number], string> = {
  read: 'Read leagues',
  post: 'Post in feeds',
}

const LIFETIMES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
] as const

const DAYS = { 30: 30, 90: 90, 365: 365 } as const

const NO_TOKEN: {
  name: string
  scopes: NewApiToken['scopes']
  reach: 'all' | 'some'
  chosen: string[]
  lifetime: (typeof LIFETIMES)[number]['value']
} = { name: '', scopes: ['read'], reach: 'all', chosen: [], lifetime: '90' }

type CreateTokenFormProps = {
  leagues: readonly string[]
  onCreated: (token: string) => void
  onClose: () => void
}

function CreateTokenForm({ leagues, onCreated, onClose }: CreateTokenFormProps) {
  const form = useForm({
    initial: NO_TOKEN,
    mutation: useCreateApiToken(),
    toRequest: ({ name, scopes, reach, chosen, lifetime }) =>
      name.trim() === '' || scopes.length === 0 || (reach === 'some' && chosen.length === 0)
        ? null
        : { name, scopes, leagues: reach === 'all' ? null : chosen, days: DAYS[lifetime] },
    onSent: ({ token }) => {
      onClose()
      onCreated(token)
    },
  })
  const { scopes, reach, chosen } = form.draft
  return (
    <ActionForm
      form={form}
      label="New API token"
      action="Create token"
      busy="Creating…"
      others={<Button onClick={onClose}>Cancel</Button>}
    >
      <TextField
        {...form.field('name')}
        label="Name"
        autoComplete="off"
        maxLength={60}
        hint="What the token is for, such as the name of your script."
      />
      <fieldset>
        <legend className={ui.strong}>It may</legend>
        {(['read', 'post'] as const).map((scope) => (
          <Checkbox
            key={scope}
            label={SCOPE_LABELS[scope]}
            checked={scopes.includes(scope)}
            onChange={(isChecked) => form.change({ scopes: withChoice(scopes, scope, isChecked) })}
          />
        ))}
      </fieldset>
      <RadioGroup
        {...form.field('reach')}
        label="Leagues"
        options={[
          { value: 'all', label: 'All my leagues' },
          { value: 'some', label: 'Only some' },
        ]}
      />
      {reach === 'some' ? (
        <fieldset>
          <legend className={ui.hidden}>Leagues of the token</legend>
          {leagues.map((league) => (
            <Checkbox
              key={league}
              label={league}
              checked={chosen.includes(league)}
              onChange={(isChecked) => form.change({ chosen: withChoice(chosen, league, isChecked) })}
            />
          ))}
          {leagues.length === 0 ? <p className={ui.note}>You're not in a league yet.</p> : null}
        </fieldset>
      ) : null}
      <RadioGroup {...form.field('lifetime')} label="Expires after" options={LIFETIMES} />
    </ActionForm>
  )
}

function withChoice<Value>(values: readonly Value[], value: Value, isChosen: boolean): Value[] {
  return isChosen ? [...values, value] : values.filter((each) => each !== value)
}

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
  const isBusy = create.isPending || revoke.isPending

  function handleCreate(kind: SubscriptionKind) {
    revoke.reset()
    create.mutate(kind, {
      onSuccess: ({ path }) => setAddress({ kind, url: new URL(path, window.location.origin).href }),
    })
  }

  return (
    <Card id="subscriptions" title="Calendar and feeds" heading={heading} gap={3}>
      <p className={ui.note}>
        Subscribe to an address in another app. Anybody with the address can read it without signing in.
      </p>
      <ErrorNotice error={create.error} fallback="Something went wrong." />
      <MutationNotice mutation={revoke} fallback="Something went wrong." />
      <Loaded query={subscriptions} name="calendar and feeds" rows={2} height={60}>
        {(list) => (
          <ul>
            {KINDS.map(({ kind, name, content }) => {
              const subscription = list.find((each) => each.kind === kind)
              return (
                <ListItem
                  key={kind}
                  title={name}
                  actions={
                    subscription === undefined ? (
                      <Button
                        aria-label={`Create address for ${name.toLowerCase()}`}
                        disabled={isBusy}
                        onClick={() => handleCreate(kind)}
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
                          onConfirm={() => handleCreate(kind)}
                        />
                        <ConfirmButton
                          label={`Turn off ${name.toLowerCase()}`}
                          consequence="Apps that use the address stop getting updates."
                          confirmLabel="Turn off"
                          disabled={isBusy}
                          onConfirm={() => revoke.mutate(kind, { onSuccess: () => heading.current?.focus() })}
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
            })}
          </ul>
        )}
      </Loaded>
      {address === null ? null : (
        <AddressDialog {...address} heading={heading} onClose={() => setAddress(null)} />
      )}
    </Card>
  )
}

type AddressDialogProps = Pick<SecretDialogProps, 'heading' | 'onClose'> & {
  kind: SubscriptionKind
  url: string
}

function AddressDialog({ kind, url, ...props }: AddressDialogProps) {
  const { app, name } = KINDS.find((each) => each.kind === kind) ?? { app: '', name: '' }
  return (
    <SecretDialog
      {...props}
      title={`${name} address`}
      note={`Copy the address now and add it in ${app} as a subscription. It is not shown again.`}
      text={url}
      noun="address"
      doneLabel="Done"
    >
      {kind === 'calendar' ? (
        <a className={ui.standaloneLink} href={url.replace(/^https?:/, 'webcal:')}>
          Open in calendar app
        </a>
      ) : null}
    </SecretDialog>
  )
}

type SecretDialogProps = {
  title: string
  note: string
  text: string
  noun: string
  copyLabel?: string
  doneLabel: string
  /** Gets the focus afterwards, if the button that opened the dialog is gone. */
  heading?: RefObject<HTMLElement | null>
  onClose: () => void
  content?: ReactNode
  children?: ReactNode
}

export function SecretDialog({ title, note, text, noun, content, children, ...props }: SecretDialogProps) {
  const { copyLabel = 'Copy', doneLabel, heading, onClose } = props
  const { copied, copy } = useCopy(text)
  function close() {
    // While the dialog is open, nothing behind it can be focused.
    flushSync(onClose)
    heading?.current?.focus()
  }

  return (
    <Dialog title={title} onClose={close}>
      <Stack>
        <p>{note}</p>
        {content ?? (
          <p className={ui.box}>
            <code>{text}</code>
          </p>
        )}
        {copied === true ? <Notice tone="good">Copied.</Notice> : null}
        {copied === false ? <Notice tone="bad">Could not copy. Select the {noun} instead.</Notice> : null}
        <Row wraps>
          <Button onClick={copy}>{copyLabel}</Button>
          {children}
          <Button variant="strong" onClick={close}>
            {doneLabel}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  )
}
