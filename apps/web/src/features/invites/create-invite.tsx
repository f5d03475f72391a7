import { useEffect, useRef, useState } from 'react'
import { QrCode } from '../../ui/display/qr-code.tsx'
import { AddressCheck, useLinkBase } from '../../ui/feedback/address-check.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { formatDay } from '../../ui/format/date-time.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { SelectField, TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { Grid, Row, Stack } from '../../ui/layout/layout.tsx'
import { openShareSheet } from '../../ui/overlays/share-sheet.ts'
import { useCopy, writeToClipboard } from '../../ui/overlays/use-copy.ts'
import ui from '../../ui/ui.module.css'
import styles from './invites.module.css'
import { type InviteLink, useCreateInvite } from './use-invites.ts'

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
  const { copied, copy } = useCopy(url)
  // The button that created it is gone.
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current?.focus(), [])

  return (
    <Row as="section" gap={6} wraps className={styles.new} aria-label="Your new invite link">
      <QrCode text={url} />
      <Stack gap={3}>
        <p ref={message} tabIndex={-1} className={ui.strong}>
          Copy the link now. It isn't shown again.
        </p>
        <p className={ui.box}>{url}</p>
        <p className={ui.note}>
          Works until {formatDay(new Date(link.expires_at))}
          {link.max_uses === null ? '' : `, for ${link.max_uses} people`}
          {link.needs_approval ? '. You approve everybody.' : '.'}
        </p>
        {(copied ?? isCopied) ? <Notice tone="good">Copied.</Notice> : null}
        {copied === false ? (
          // Browsers refuse without a permission, and have no clipboard on an http site.
          <Notice tone="bad">Could not copy. Select the link instead.</Notice>
        ) : null}
        <Row wraps>
          <Button variant="strong" onClick={copy}>
            Copy link
          </Button>
          {'share' in navigator ? (
            <Button onClick={() => void openShareSheet({ title: `Join ${league}`, url })}>Share</Button>
          ) : null}
          <Button onClick={onDone}>Done</Button>
        </Row>
      </Stack>
    </Row>
  )
}
