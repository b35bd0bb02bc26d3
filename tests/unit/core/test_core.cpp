// SPDX-License-Identifier: Apache-2.0
// The pool of memory, the text of errors, finiteness by bits and the random generator.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <wellformed/core/bits.hpp>
#include <wellformed/core/counted.hpp>
#include <wellformed/core/error.hpp>
#include <wellformed/core/philox.hpp>
#include <wellformed/core/slab.hpp>

namespace wf = wellformed;

// There under a sanitizer of memory or threads, which ends the program where the system would say no.
extern "C" [[gnu::weak]] void __asan_init();
extern "C" [[gnu::weak]] void __tsan_init();

TEST_CASE("blocks are aligned, as big as asked for, and come back") {
  for (std::size_t const bytes : {0u, 1u, 255u, 256u, 257u, 320u, 321u, 4097u, 1000003u}) {
    wf::slab one(bytes);
    CHECK(reinterpret_cast<std::uintptr_t>(one.data()) % 64 == 0);
    std::memset(one.data(), 0x5a, bytes);
    void* const where = one.data();
    one = wf::slab();
    auto const before = wf::host_pool();
    wf::slab const two(bytes);
    CHECK(two.data() == where);
    CHECK(wf::host_pool().system_allocations == before.system_allocations);
  }
}

TEST_CASE("a copy shares the block; a block is given out once") {
  wf::slab a(100);
  CHECK(a.unique());
  {
    wf::slab const b = a;
    CHECK(b.data() == a.data());
    CHECK_FALSE(a.unique());
    wf::slab const c(100);
    CHECK(c.data() != a.data());
  }
  CHECK(a.unique());
  wf::slab const moved = std::move(a);
  CHECK(moved.unique());
  CHECK(wf::slab().data() == nullptr);
  CHECK_FALSE(static_cast<bool>(wf::slab()));
}

TEST_CASE("figures of the pool: live, kept, peak, and what was given back") {
  wf::release_host_pool();
  auto const before = wf::host_pool();
  CHECK(before.kept == 0);
  {
    wf::slab const a(1 << 20), b(1 << 20);
    CHECK(wf::host_pool().live == before.live + (2u << 20));
    CHECK(wf::host_pool().system_allocations == before.system_allocations + 2);
  }
  CHECK(wf::host_pool().live == before.live);
  CHECK(wf::host_pool().kept == 2u << 20);
  CHECK(wf::host_pool().peak >= before.live + (2u << 20));
  wf::release_host_pool();
  CHECK(wf::host_pool().kept == 0);
}

TEST_CASE("what the system refuses is WF650 with the size, and leaves the figures as they were") {
  auto const before = wf::host_pool();
  std::size_t const refused = std::size_t{1} << (__asan_init == nullptr && __tsan_init == nullptr ? 47 : 58);
  for (std::size_t const bytes : {refused, std::size_t{1} << 59, ~std::size_t{0}}) {
    std::string text;
    try {
      wf::slab const huge(bytes);
    } catch (wf::error const& e) {
      text = e.what();
      CHECK(e.code() == 650);
    }
    CHECK(text.find("[WF650] ") == 0);
    CHECK(text.find(std::to_string(bytes)) != std::string::npos);
  }
  CHECK(wf::host_pool().live == before.live);
  CHECK(wf::host_pool().peak == before.peak);
  CHECK(wf::host_pool().system_allocations == before.system_allocations);
}

TEST_CASE("threads share the pool") {
  auto const before = wf::host_pool().live;
  std::vector<std::thread> threads;
  wf::slab const shared(64);
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&shared, t] {
      for (int i = 0; i < 2000; ++i) {
        wf::slab const copy = shared;
        wf::slab own(static_cast<std::size_t>(100 + i % 7 * 300));
        std::memset(own.data(), t, 100);
        wf::slab const second(300);
        if (static_cast<unsigned char*>(own.data())[99] != t) std::abort();
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(shared.unique());
  CHECK(wf::host_pool().live == before + 256);
}

TEST_CASE("a counted object dies with its last handle") {
  struct probe {
    int* deaths;
    probe(int* d) : deaths(d) {}
    probe(probe&& other) noexcept : deaths(std::exchange(other.deaths, nullptr)) {}
    ~probe() {
      if (deaths != nullptr) ++*deaths;
    }
  };
  int deaths = 0;
  {
    auto a = wf::counted<probe>::make(&deaths);
    auto b = a;
    a = wf::counted<probe>();
    CHECK(deaths == 0);
    CHECK(b->deaths == &deaths);
  }
  CHECK(deaths == 1);
}

TEST_CASE("numbers in errors read back as the same number") {
  for (double const value : {0.1, 1.0 / 3, 1e-300, 5e-324, -1.7976931348623157e308, 1e22, 2.0}) {
    wf::message text(410);
    text << value;
    CHECK(std::strtod(text.text() + std::strlen("[WF410] "), nullptr) == value);
  }
  wf::message text(201);
  text << "row " << 3 << ", " << true << ", " << -5L << ", " << std::numeric_limits<unsigned long long>::max()
       << ", " << 0.5;
  CHECK(std::string(text.text()) == "[WF201] row 3, true, -5, 18446744073709551615, 0.5");
  for (double const sign : {1.0, -1.0}) {
    wf::message none(201);
    none << std::copysign(std::numeric_limits<double>::quiet_NaN(), sign);
    CHECK(std::string(none.text()) == "[WF201] nan");
  }
}

TEST_CASE("a copied error keeps its text") {
  wf::error const other(1, "other");
  std::string text;
  try {
    (wf::message(720) << "lost").raise();
  } catch (wf::error const& e) {
    wf::error copy = other;
    copy = e;
    wf::error const& self = copy;
    copy = self;
    text = copy.what();
    CHECK(copy.code() == 720);
  }
  CHECK(text == "[WF720] lost");
  CHECK(std::string(other.what()) == "other");
}

TEST_CASE_TEMPLATE("finiteness by bits", T, float, double) {
  using limits = std::numeric_limits<T>;
  for (T const x :
       {T(0), -T(0), T(1), limits::max(), limits::lowest(), limits::denorm_min(), limits::min()}) {
    CHECK(wf::is_finite(x));
    CHECK_FALSE(wf::is_nan(x));
  }
  for (T const x : {limits::infinity(), -limits::infinity()}) {
    CHECK_FALSE(wf::is_finite(x));
    CHECK_FALSE(wf::is_nan(x));
  }
  for (T const x : {limits::quiet_NaN(), -limits::quiet_NaN(), limits::signaling_NaN()}) {
    CHECK_FALSE(wf::is_finite(x));
    CHECK(wf::is_nan(x));
  }
}

TEST_CASE("Philox4x32-10 gives the published numbers") {
  using words = wf::philox_words;
  CHECK(wf::philox4x32({{0, 0, 0, 0}}, 0) == words{{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}});
  CHECK(wf::philox4x32({{~0u, ~0u, ~0u, ~0u}}, ~0ull) ==
        words{{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}});
  CHECK(wf::philox4x32({{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, 0x299f31d0a4093822) ==
        words{{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}});
  wf::philox_stream const s{0x123456789abcdef0, 0xfedcba9876543210};
  auto const beyond = std::uint64_t{1} << 40;  // the index has 64 bits
  CHECK(s.word(beyond + 2) == s.block(beyond / 4)[2]);
  CHECK(s.word(beyond + 2) != s.word(2));
  CHECK(wf::philox_stream::unit(~0u) < 1);
  CHECK(wf::philox_stream::unit(255) == 0);
}
