/** All that the channels accepted, by the person who got it. */
import { Empty } from '#lib/web/kit/parts.tsx';
import { Customer } from './phone.tsx';
import { linkTo } from './route.ts';
import { collections, messages, route } from './state.ts';
import { recipients } from './thread.ts';

export function MessagesScreen() {
  const people = recipients(messages.value);
  const chosen = people.find(({ key }) => key === route.value.id) ?? people[0];
  if (chosen === undefined) {
    return (
      <Empty title="No message was sent yet.">
        <p>
          <a href={linkTo('collections')}>Create a collection</a>, then move the clock: its reminders arrive here.
        </p>
      </Empty>
    );
  }
  const ofPerson = (collections.value ?? []).filter(
    ({ contact }) => chosen.addresses.includes(contact.phone) || chosen.addresses.includes(contact.email),
  );
  const { firstName, lastName } = ofPerson[0]?.contact ?? { firstName: chosen.key, lastName: '' };
  return (
    <div class="columns two">
      <nav class="list" aria-label="People">
        <div class="panel-head">
          <h2>People</h2>
        </div>
        <ul>
          {people.map(({ key, addresses, count }) => (
            <li key={key}>
              <a href={linkTo('messages', key)} aria-current={key === chosen.key ? 'true' : undefined}>
                <span class="row">
                  <strong>{addresses.join(', ')}</strong>
                </span>
                <span class="small">{count === 1 ? '1 message' : `${count} messages`}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Customer
        name={`${firstName} ${lastName}`.trim()}
        addresses={chosen.addresses}
        messages={messages.value}
        collections={ofPerson}
      />
    </div>
  );
}
