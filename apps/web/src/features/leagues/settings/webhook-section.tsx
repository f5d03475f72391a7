import { useQuery } from '@tanstack/react-query'
import { type ApiResponse, getErrorMessage } from '../../../api/api-client.ts'
import { leagueQuery, useSend, useSendBody } from '../../../api/operations.ts'
import { useNow } from '../../../api/page-environment.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { formatTimeAgo } from '../../../ui/format/date-time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'

type Webhook = NonNullable<ApiResponse<'GET /api/league/:league/webhook/'>['webhook']>

const SERVICE_NAMES = { discord: 'Discord', slack: 'Slack', groupme: 'GroupMe' } as const

const webhookQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/webhook/', ['webhook'], { league })

export function WebhookSection({ league }: { league: string }) {
  const webhook = useQuery(webhookQuery(league))
  return (
    <section className={ui.subsection} aria-label="Post the recap to Discord, Slack or GroupMe">
      <h3>Post the recap to Discord, Slack or GroupMe</h3>
      <Loaded query={webhook} name="the webhook" rows={1} height={52}>
        {({ webhook: stored }) => (
          <>
            {stored === null ? null : <SavedWebhook league={league} stored={stored} />}
            <WebhookForm key={stored?.saved_at ?? ''} league={league} hasWebhook={stored !== null} />
          </>
        )}
      </Loaded>
    </section>
  )
}

function WebhookForm({ league, hasWebhook }: { league: string; hasWebhook: boolean }) {
  const form = useForm({
    initial: { address: '' },
    mutation: useSendBody('POST /api/league/:league/webhook/', {
      params: { league },
      onSuccess: [webhookQuery(league).queryKey],
    }),
    toRequest: (draft) => (draft.address.trim() === '' ? null : draft),
  })
  return (
    <ActionForm
      form={form}
      label="Webhook"
      action="Save webhook"
      fallback="Failed to save the webhook."
      isStrong={false}
    >
      <TextField
        {...form.field('address')}
        label={hasWebhook ? 'New channel webhook URL' : 'Channel webhook URL'}
        hint="Copy it from the channel settings. For GroupMe: https://api.groupme.com/v3/bots/post?bot_id= and the ID of your bot. It's stored encrypted and not shown again."
        autoComplete="off"
        spellCheck={false}
      />
    </ActionForm>
  )
}

function SavedWebhook({ league, stored }: { league: string; stored: Webhook }) {
  const { queryKey } = webhookQuery(league)
  const request = () => ({ params: { league } })
  // A failed test also changes the webhook's last error.
  const test = useSend('POST /api/league/:league/webhook/test/', request, { onSettled: [queryKey] })
  const remove = useSend('DELETE /api/league/:league/webhook/', request, { onSuccess: [queryKey] })
  const now = useNow()
  const service = SERVICE_NAMES[stored.form]
  const failure = test.error ?? remove.error
  return (
    <>
      <p>
        The recap is also posted to {service}.{' '}
        {stored.sent_at === null
          ? 'Nothing sent yet.'
          : `Last message sent ${formatTimeAgo(new Date(stored.sent_at), now)}.`}
      </p>
      {failure !== null ? (
        <Notice tone="bad">{getErrorMessage(failure, 'Something went wrong. Try again.')}</Notice>
      ) : stored.last_error !== null ? (
        <Notice tone="warn">{stored.last_error}</Notice>
      ) : test.isSuccess ? (
        <Notice tone="good">{test.data.message}</Notice>
      ) : null}
      <Row wraps>
        <Button disabled={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? 'Sending…' : 'Send a test message'}
        </Button>
        <Button disabled={remove.isPending} onClick={() => remove.mutate()}>
          Remove webhook
        </Button>
      </Row>
    </>
  )
}
