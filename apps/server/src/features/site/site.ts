import { getSite, getSiteSettings, saveSiteSettings } from '@fieldhouse/contract/site'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { recordAuditEntry } from '../../repositories/audit/audit.ts'
import { readSignup, saveSiteSetting } from '../../repositories/site/site-settings.ts'
import { hasSiteAdmin } from '../accounts/read-site-admin.ts'

export const site = [
  operation(getSite, async ({ ctx: { db, settings, sendsMail } }) => ({
    draft_app: settings.DRAFT_APP_URL !== undefined,
    // With DEV_LINKS, people get the links that emails would contain.
    email: sendsMail || settings.DEV_LINKS,
    needs_admin: !(await hasSiteAdmin(db)),
    signup: await readSignup(db, settings),
  })),

  operation(getSiteSettings, ({ ctx }) => presentSettings(ctx)),

  operation(saveSiteSettings, async ({ ctx, user, body: { signup } }) => {
    if (signup !== undefined) {
      if (ctx.settings.SIGNUP !== undefined)
        throw new ApiError('set_by_environment', {
          message: 'SIGNUP in the environment of the server sets this.',
        })
      await inTransaction(ctx.db, async (transaction) => {
        await saveSiteSetting(transaction, 'signup', signup)
        await recordAuditEntry(transaction, {
          at: ctx.now(),
          actor: user,
          action: 'site.settings',
          detail: { signup },
        })
      })
    }
    return { message: 'Saved.', settings: await presentSettings(ctx) }
  }),
]

async function presentSettings({ db, settings }: Context) {
  return {
    signup: { value: await readSignup(db, settings), is_from_environment: settings.SIGNUP !== undefined },
  }
}
