import type { ConfirmAct } from '@keyward/contract/confirm-acts';
import { assertMayConfirm, storeConfirmation } from '#core/auth/confirmation.ts';
import {
  beginSso,
  completeSso,
  consumeState,
  type ProviderAnswer,
  type SsoContext,
} from '#core/auth/single-sign-on.ts';
import type { ActorStep } from '#core/auth/with-password.ts';
import { existing } from '#core/entity.ts';
import { PortalError } from '#core/errors.ts';
import type { Exchange } from '#core/http/exchange.ts';
import { providerOf } from './provider.ts';
import { profileOf } from './service.ts';

/** The caller's provider and session. Errors: forbidden in a support session, notFound for profiles with a password. */
const ownProvider = (step: ActorStep, context: SsoContext) =>
  step(async (db, actor) => {
    assertMayConfirm(actor);
    const provider = existing(await providerOf(db, context, actor.username));
    return { provider: { ...provider, cookie: 'confirm' }, actor };
  });

/**
 * Starts a fresh sign-in at the caller's provider. Stores nothing. Errors: forbidden, notFound, ssoConfig001, providerNoAnswer.
 */
export async function startProviderConfirmation(step: ActorStep, http: Exchange, context: SsoContext, act: ConfirmAct) {
  const { provider, actor } = await ownProvider(step, context);
  return beginSso(provider, http, context, {
    username: actor.username,
    confirms: { act, sessionId: actor.sessionId },
  });
}

/** The code in the form of the documentation: 'ssoAuth002' as SSO-AUTH-002. */
const referenceOf = (code: string) =>
  code.replace(/^sso([A-Z][a-z]+)(\d+)$/, (_, area: string, n: string) => `SSO-${area.toUpperCase()}-${n}`);

/** Replaces the codes of a failed sign-in, whose status 401 or 403 would end a session that is still valid. */
function notConfirmed(error: unknown): unknown {
  if (!(error instanceof PortalError) || !/^sso(?!Config)/.test(error.code)) return error;
  return new PortalError('providerNotConfirmed', { params: { reference: referenceOf(error.code) } });
}

/**
 * Confirms the act that the sign-in was started for, in the session that started it, if the provider has authenticated this
 * profile since then. Errors: forbidden, notFound, providerNotConfirmed, ssoConfig001, providerNoAnswer, tooManyAttempts.
 */
export async function finishProviderConfirmation(
  step: ActorStep,
  http: Exchange,
  context: SsoContext,
  answer: ProviderAnswer,
) {
  const { provider, actor: starting } = await ownProvider(step, context);
  try {
    const { state, identity, confirms, begun } = await completeSso(provider, http, context, { step, answer });
    if (confirms?.sessionId !== starting.sessionId) throw new PortalError('ssoAuth002');
    const { act } = confirms;
    return await step(async (db, actor) => {
      await consumeState(db, state);
      const match = await profileOf(db, provider.claim, identity, begun);
      if ('refused' in match) throw new PortalError(match.refused);
      if (match.profile.id !== actor.id) throw new PortalError('ssoIdentity003');
      await storeConfirmation(db, actor, act);
      return { data: { act } };
    });
  } catch (error) {
    throw notConfirmed(error);
  }
}
