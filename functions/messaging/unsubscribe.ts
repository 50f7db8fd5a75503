/** GET and POST /u/{token}: the opt-out link in messages. GET asks, POST opts the contact out of every channel, and takes that back for who asks it to. */
import type { Brand } from '#lib/domain/brand.ts';
import { asSeenAt, type CollectionContext } from '#lib/domain/collection.ts';
import { type Address, addressesOf, linkEvent, mayStartAgain, optedOutFrom } from '#lib/domain/contact.ts';
import type { CollectionRef, LinkToken } from '#lib/domain/ids.ts';
import { mayBeSent, optedOutBy } from '#lib/domain/links.ts';
import { payPageUrl } from '#lib/domain/payment/payable.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import { isWrittenEmail } from '#lib/domain/written-message.ts';
import { formOf, htmlResponse } from '#lib/http/html-page.ts';
import { pageEndpoint } from '#lib/http/open-endpoint.ts';
import { pageReader } from '#lib/http/page-reader.ts';
import { type HttpEvent, requestIdOf } from '#lib/http/request.ts';
import { pageStyle } from '#lib/pages/payment/page-style.ts';
import { optOutPage, START_AGAIN } from '#lib/pages/short-pages.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { getCollections, getHistory, recordEvent } from '#lib/store/collection/collections.ts';
import { findOpen, findOpenOf } from '#lib/store/collection/open-by-address.ts';
import { optInByLink, optOut } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { emailsBeside } from '#lib/use-cases/emails-beside.ts';
import { findByLink } from '#lib/use-cases/find-collection.ts';
import { tellOptOut } from '#lib/use-cases/tell-opt-out.ts';
import { DEFAULT_LANGUAGE, pageLanguage } from '#lib/words/languages.ts';

const needs = {
  ...service,
  ...storeOf(table, { getAccount, getHistory, getCollections, findOpen, findOpenOf, optOut, optInByLink, recordEvent }),
};

type LinkContext = CollectionContext & {
  link: LinkToken;
  events: readonly { type: string; about?: string | undefined }[];
  beside?: readonly string[];
};

/** Once the contact is erased, nobody knows whom the link was sent to: no address is left that it could belong to. */
async function find(deps: typeof needs, token: string): Promise<LinkContext | undefined> {
  const read = async (ref: CollectionRef) => {
    const { collection, attempts = [], events = [] } = (await deps.getHistory(ref)) ?? {};
    return { collection, attempts, events };
  };
  const named = await findByLink({ getAccount: deps.getAccount, read }, token, () => true);
  if (named === undefined || !(mayBeSent(named.link, named.attempts) || named.events.some(isWrittenEmail)))
    return undefined;
  if (optedOutBy(named.link, named).length > 0) return named;
  const found = { ...named, beside: await emailsBeside(deps, named) };
  return optedOutBy(found.link, found).length > 0 ? found : undefined;
}

/** An address that was replaced is opted out by itself: whom the collection is addressed to now has not asked for it. */
async function stop(deps: typeof needs, { link, ...subject }: LinkContext): Promise<void> {
  const { account, collection } = subject;
  const at = deps.clock.now();
  const addresses = optedOutBy(link, subject);
  await deps.optOut(optedOutFrom(account, addresses), 'link', at);
  const own = isCurrent(addresses, subject) ? collection.ref : undefined;
  const within = account.mode === 'test' ? account.id : undefined;
  await tellOptOut(deps, { addresses, own, within }, linkEvent('contact.opted_out', subject.events, at));
  deps.log.count('INFO', 'contact_opted_out', { account: account.id, collection: collection.id });
}

/** What was said by a link is taken back by one; what was said in another way stays. */
async function startAgain(deps: typeof needs, { link, ...subject }: LinkContext): Promise<void> {
  const { account, collection } = subject;
  const at = deps.clock.now();
  const addresses = optedOutBy(link, subject);
  await deps.optInByLink(optedOutFrom(account, addresses), at);
  const own = isCurrent(addresses, subject) ? collection.ref : undefined;
  const within = account.mode === 'test' ? account.id : undefined;
  await tellOptOut(deps, { addresses, own, within }, linkEvent('contact.opted_in', subject.events, at));
  deps.log.count('INFO', 'contact_opted_in', { account: account.id, collection: collection.id });
}

/** Where it can be paid by its link. */
function payLink({ settings, clock }: typeof needs, { link, ...subject }: LinkContext): string | undefined {
  const { ref, payable } = subject.collection;
  const { status } = asSeenAt(subject.collection, clock.now());
  // Whom a corrected address belonged to is shown nothing.
  if (!isCurrent(optedOutBy(link, subject), subject)) return undefined;
  return payable.proof === undefined || !isPayable(status)
    ? undefined
    : payPageUrl(settings.baseUrl, ref, payable.proof);
}

const isCurrent = ([first]: readonly Address[], { collection, phone }: CollectionContext): boolean =>
  addressesOf(collection.contact, phone).some(({ address }) => address === first?.address);

/** A mail program posts a form of its own, which means to stop. */
function kindOf(event: HttpEvent, events: LinkContext['events']): 'ask' | 'done' | 'again' {
  if (event.httpMethod !== 'POST') return 'ask';
  return formOf(event).has(START_AGAIN) && mayStartAgain(events) ? 'again' : 'done';
}

export const unsubscribe = (deps: typeof needs) =>
  pageEndpoint(deps.log, async (event) => {
    const show = (status: number, html: string, brand?: Brand) =>
      htmlResponse(status, { html, style: pageStyle(brand) }, requestIdOf(event));
    const subject = await find(deps, event.pathParameters?.['token'] ?? '');
    if (subject === undefined) return show(404, optOutPage({ kind: 'unknown' }, DEFAULT_LANGUAGE));
    const kind = kindOf(event, subject.events);
    if (kind === 'done') await stop(deps, subject);
    if (kind === 'again') await startAgain(deps, subject);
    const { account, phone } = subject;
    const language = pageLanguage(pageReader(event), phone.country, account.language);
    const page = { kind, merchant: account.name, link: payLink(deps, subject) };
    return show(200, optOutPage(page, language, account), account);
  });

export const handler = unsubscribe(needs);
